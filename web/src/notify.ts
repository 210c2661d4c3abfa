/** A message of the system when it is your turn and the page is out of sight. */
import { prefs } from "./prefs";

export function notify(title: string, body: string, tag: string): void {
  if (
    !document.hidden ||
    !prefs.get().notify ||
    !("Notification" in window) ||
    Notification.permission !== "granted"
  )
    return;
  const options = { body, tag, icon: "/icon-192.png" };
  try {
    const shown = new Notification(title, options);
    shown.onclick = () => {
      focus();
      shown.close();
    };
  } catch {
    // Phones let only the service worker speak.
    void navigator.serviceWorker?.ready.then((worker) => worker.showNotification(title, options));
  }
}
