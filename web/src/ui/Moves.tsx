/** Every legal move as a button, grouped by verb: any game can be played from this. */
import type { GameModule } from "../games/board";
import { t } from "../i18n";

const MANY = 16;

/** Notes by their first words, in the order in which they came. */
function group(notes: readonly string[], words: number): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const note of notes) {
    const key = note.split(" ").slice(0, words).join(" ");
    groups.set(key, [...(groups.get(key) ?? []), note]);
  }
  return groups;
}

interface Props {
  legal: readonly string[];
  module: GameModule | null;
  active: boolean;
  send(note: string): void;
}

function Group({ title, notes, depth, ...props }: Props & { title: string; notes: readonly string[]; depth: number }) {
  const inner = group(notes, depth + 1);
  // A long list whose second words repeat is folded once more.
  if (notes.length > MANY && depth < 2 && inner.size > 1 && inner.size <= notes.length / 2)
    return (
      <details class="moves-group">
        <summary>
          {title} <span class="quiet">({notes.length})</span>
        </summary>
        {[...inner].map(([key, some]) => (
          <Group key={key} title={key} notes={some} depth={depth + 1} {...props} />
        ))}
      </details>
    );
  return (
    <details class="moves-group" open={notes.length <= MANY}>
      <summary>
        {title} <span class="quiet">({notes.length})</span>
      </summary>
      <div class="moves-list">
        {notes.map((note) => (
          <button key={note} type="button" class="button small" disabled={!props.active} onClick={() => props.send(note)}>
            {props.module?.say?.(note) ?? note}
          </button>
        ))}
      </div>
    </details>
  );
}

export function Moves(props: Props) {
  if (!props.legal.length) return <p class="quiet">{t("Nothing to decide for you right now.")}</p>;
  const groups = group(props.legal, 1);
  return (
    <div class="moves">
      {[...groups].map(([verb, notes]) =>
        notes.length === 1 && notes[0] !== undefined ? (
          <div class="moves-list" key={verb}>
            <button type="button" class="button small" disabled={!props.active} onClick={() => props.send(notes[0] ?? "")}>
              {props.module?.say?.(notes[0]) ?? notes[0]}
            </button>
          </div>
        ) : (
          <Group key={verb} title={verb} notes={notes} depth={1} {...props} />
        ),
      )}
    </div>
  );
}
