/** What people at the table say to each other. */
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../i18n";
import type { ChatLine, Deed } from "../table/types";
import { toast } from "./toast";

interface Props {
  lines: readonly ChatLine[];
  say(text: string): Deed;
  mute: boolean;
  /** Told how many lines have been shown. */
  seen?(count: number): void;
}

export function Chat({ lines, say, mute, seen }: Props) {
  const [text, setText] = useState("");
  const end = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (end.current) end.current.scrollTop = end.current.scrollHeight;
    seen?.(lines.length);
  }, [lines.length]);
  const send = async (event: Event) => {
    event.preventDefault();
    const line = text.trim();
    if (!line) return;
    // At once: what is typed while it is on its way stays, and nothing is said twice.
    setText("");
    const why = await say(line);
    if (why === null) return;
    setText((typed) => typed || line);
    toast(t(why));
  };
  return (
    <div class="chat">
      {lines.length === 0 && <p class="quiet">{t("Nobody has said anything yet.")}</p>}
      <div role="log" aria-label={t("Chat")}>
        <ol class="log" ref={end} tabIndex={0} aria-label={t("Messages")}>
          {lines.map((line) => (
            <li key={line.n}>
              <strong>{line.name || t("Guest")}</strong> {line.text}
            </li>
          ))}
        </ol>
      </div>
      {!mute && (
        <form class="row chat-form" onSubmit={(e) => void send(e)}>
          <input
            aria-label={t("Your message")}
            value={text}
            maxLength={300}
            placeholder={t("Say something kind")}
            onInput={(e) => setText(e.currentTarget.value)}
          />
          <button type="submit" class="button small">
            {t("Send")}
          </button>
        </form>
      )}
    </div>
  );
}
