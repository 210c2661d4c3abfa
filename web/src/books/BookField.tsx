/** Which book a game is played in: one of the game's own, one of this device, or a new one. */
import { useEffect, useState } from "preact/hooks";
import type { GameOption } from "../games/info";
import { learnArea, t } from "../i18n";
import { useStore } from "../store";
import { Icon } from "../ui/icons";
import { typeset } from "../ui/typeset";
import { ImportBook } from "./ImportBook";
import { books, readShelf, removeBook, type ShelfBook, trouble } from "./shelf";
import "./books.css";

export interface BookFieldProps {
  readonly game: string;
  readonly option: GameOption;
  readonly value: string;
  /** What is read where nobody chooses. */
  readonly usual: string;
  /** The book of this device, where the value is "given". */
  readonly book: string | null;
  onChange(value: string, book: string | null): void;
}

const troubles = {
  blocked: () => t("This browser keeps no books: they last until the page is closed."),
  full: () => t("This browser has no room for more books: the last one lasts until the page is closed."),
};

function size(bytes: number): string {
  return t("{n} KB", { n: Math.max(1, Math.round(bytes / 1024)) });
}

function Radio(props: {
  checked: boolean;
  value: string;
  onPick(): void;
  children: preact.ComponentChildren;
}) {
  return (
    <label class="choice book-choice">
      <input type="radio" name="book" value={props.value} checked={props.checked} onChange={props.onPick} />
      <span>{props.children}</span>
    </label>
  );
}

function OwnBook({ book, checked, onPick }: { book: ShelfBook; checked: boolean; onPick(): void }) {
  const [sure, setSure] = useState(false); // nothing brings it back but its file
  return (
    <li class="book-own">
      <Radio checked={checked} value={book.id} onPick={onPick}>
        <strong lang={book.lang}>{typeset(book.title)}</strong>
        <small class="book-about">
          {[book.author, book.lang === "fr" ? "Français" : "English", size(book.bytes)]
            .filter((words) => words)
            .join(" · ")}
        </small>
      </Radio>
      {sure ? (
        <button
          type="button"
          class="button small danger"
          ref={(it) => it?.focus()}
          onClick={() => void removeBook(book.id)}
          onBlur={() => setSure(false)}
        >
          {t("Throw it away")}
        </button>
      ) : (
        <button
          type="button"
          class="icon-button"
          aria-label={t("Throw away {title}", { title: book.title })}
          onClick={() => setSure(true)}
        >
          <Icon name="bin" />
        </button>
      )}
    </li>
  );
}

export function BookField({ game, option, value, usual, book, onChange }: BookFieldProps) {
  const shelf = useStore(books);
  const what = useStore(trouble);
  const [adding, setAdding] = useState(false);
  useEffect(() => {
    void learnArea("books");
    void readShelf();
  }, []);
  // The chosen book was thrown away.
  useEffect(() => {
    if (book !== null && shelf && !shelf.some(({ id }) => id === book)) onChange(usual, null);
  }, [shelf]);
  return (
    <fieldset class="book-field">
      <legend>{t(option.name)}</legend>
      <p class="help">{option.help && t(option.help)}</p>
      <div class="choices">
        {option.values
          ?.filter(({ id }) => id !== "given")
          .map(({ id, label }) => (
            <Radio key={id} value={id} checked={value === id} onPick={() => onChange(id, null)}>
              {t(label)}
            </Radio>
          ))}
      </div>
      {shelf && shelf.length > 0 && (
        <ul class="book-shelf" aria-label={t("Books on this device")}>
          {shelf.map((one) => (
            <OwnBook
              key={one.id}
              book={one}
              checked={value === "given" && book === one.id}
              onPick={() => onChange("given", one.id)}
            />
          ))}
        </ul>
      )}
      {what && <p class="notice">{troubles[what]()}</p>}
      {adding ? (
        <ImportBook
          game={game}
          onKept={(kept) => {
            setAdding(false);
            onChange("given", kept.id);
          }}
          onCancel={() => setAdding(false)}
        />
      ) : (
        <button type="button" class="button" onClick={() => setAdding(true)}>
          <Icon name="book" /> {t("Import a book…")}
        </button>
      )}
    </fieldset>
  );
}
