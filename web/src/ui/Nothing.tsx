/** A place where nothing is: what is the matter, and the ways on. */
import { t } from "../i18n";

export function Nothing({ title }: { title: string }) {
  return (
    <div class="nothing sheet">
      <svg viewBox="0 0 120 80" aria-hidden="true">
        <path class="nothing-field" d="M8 20h30v-14h30v14h44v30h-22v24h-42v-18h-40z" />
        <path class="nothing-tile" d="M44 26h26v26h-26z" />
        <text x="57" y="46">
          ?
        </text>
      </svg>
      <h1>{title}</h1>
      <p class="row">
        <a class="button main" href="#/">
          {t("Back to the games")}
        </a>
        <a class="button" href="#/tables">
          {t("Other tables")}
        </a>
      </p>
    </div>
  );
}
