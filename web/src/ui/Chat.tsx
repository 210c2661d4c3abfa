/** What people at the table say to each other. */
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import type { ChatLine, Deed } from "../table/types";
import { toast } from "./toast";

export function Chat({ lines, say, mute }: { lines: readonly ChatLine[]; say(text: string): Deed; mute: boolean }) {
  const [text, setText] = useState("");
  const end = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (end.current) end.current.scrollTop = end.current.scrollHeight;
  }, [lines.length]);
  const send = async (event: Event) => {
    event.preventDefault();
    if (!text.trim()) return;
    const why = await say(text.trim());
    if (why === null) setText("");
    else toast(t(why));
  };
  return (
    <div class="chat">
      {lines.length === 0 && <p class="quiet">{t("Nobody has said anything yet.")}</p>}
      <ol class="log" ref={end} role="log" aria-live="polite" aria-label={t("Chat")} tabIndex={0}>
        {lines.map((line) => (
          <li key={line.n}>
            <strong>{line.name || t("Guest")}</strong> {line.text}
          </li>
        ))}
      </ol>
      {!mute && (
        <form class="row chat-form" onSubmit={(e) => void send(e)}>
          <input aria-label={t("Your message")} value={text} maxLength={300} placeholder={t("Say something kind")} onInput={(e) => setText(e.currentTarget.value)} />
          <button type="submit" class="button small">
            {t("Send")}
          </button>
        </form>
      )}
    </div>
  );
}
