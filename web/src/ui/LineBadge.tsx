/** How the server is reached just now; silent while all is well. */
import { t } from "../i18n";
import { useStore } from "../store";
import { connection } from "../table/connection";

/** At a table the prompt says how the line is: there only what the house has to say is left. */
export function LineBadge({ atTable = false }: { atTable?: boolean }) {
  const state = useStore(connection.state);
  const notice = useStore(connection.notice);
  if (notice !== null)
    return (
      <p class="notice" role="status">
        {t(notice)}
      </p>
    );
  if (atTable) return null;
  if (state === "lost")
    return (
      <p class="notice" role="status">
        {t("The connection is lost. Trying again; your moves are kept.")}
      </p>
    );
  if (state === "joining")
    return (
      <p class="notice" role="status">
        {t("Connecting…")}
      </p>
    );
  return null;
}
