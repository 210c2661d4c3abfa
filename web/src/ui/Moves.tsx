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

/** What they are called alike, in the reader's words; the notation where nothing is alike. */
function titleOf(said: readonly string[], key: string): string {
  const [first = [], ...others] = said.map((text) => text.split(" "));
  const alike = first.findIndex((word, i) => others.some((words) => words[i] !== word));
  return first.slice(0, alike).join(" ") || key;
}

interface Props {
  legal: readonly string[];
  module: GameModule | null;
  active: boolean;
  send(note: string): void;
}

const sayMove = (module: GameModule | null, note: string): string => module?.say?.(note) ?? note;

function MoveButton({ note, module, active, send }: Omit<Props, "legal"> & { note: string }) {
  return (
    <button type="button" class="button small lit" disabled={!active} onClick={() => send(note)}>
      {sayMove(module, note)}
    </button>
  );
}

function Group({
  name,
  notes,
  depth,
  ...props
}: Props & { name: string; notes: readonly string[]; depth: number }) {
  const inner = group(notes, depth + 1);
  const title = titleOf(
    notes.map((note) => sayMove(props.module, note)),
    name,
  );
  // A long list whose second words repeat is folded once more.
  if (notes.length > MANY && depth < 2 && inner.size > 1 && inner.size <= notes.length / 2)
    return (
      <details class="moves-group">
        <summary>
          {title} <span class="quiet">({notes.length})</span>
        </summary>
        {[...inner].map(([key, some]) => (
          <Group key={key} name={key} notes={some} depth={depth + 1} {...props} />
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
          <MoveButton key={note} note={note} {...props} />
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
            <MoveButton note={notes[0]} {...props} />
          </div>
        ) : (
          <Group key={verb} name={verb} notes={notes} depth={1} {...props} />
        ),
      )}
    </div>
  );
}
