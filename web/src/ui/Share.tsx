/** What is told of a puzzle: the row of signs, and the ways to pass it on. */
import type { Told } from "../engine/engine";
import { t } from "../i18n";
import { shareText } from "../table/daily";
import { Icon } from "./icons";
import { toast } from "./toast";

/** Where the browser has no clipboard for us (no https), the old way still works. */
function copyOldWay(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

async function copy(text: string): Promise<void> {
  const done = await (navigator.clipboard
    ? navigator.clipboard.writeText(text).then(
        () => true,
        () => copyOldWay(text),
      )
    : copyOldWay(text));
  toast(done ? t("Copied: it tells nothing of the solution.") : text);
}

/** Sharing that somebody breaks off is no fault. */
async function share(text: string): Promise<void> {
  await navigator.share({ text }).catch(() => {});
}

export function ShareButtons({ told }: { told: Told }) {
  const text = shareText(told);
  return (
    <>
      <button type="button" class="button main" onClick={() => void copy(text)}>
        {t("Copy the result")}
      </button>
      {"share" in navigator && (
        <button type="button" class="button" onClick={() => void share(text)}>
          <Icon name="share" /> {t("Share…")}
        </button>
      )}
    </>
  );
}
