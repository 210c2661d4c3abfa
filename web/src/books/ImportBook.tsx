/** Brings a book to this device: a file chosen or dropped, or a text pasted; then it gets its name. */
import { useState } from "preact/hooks";
import { makeKit } from "../engine/engine";
import { t, tn } from "../i18n";
import { Choices } from "../ui/Choices";
import {
  type Book,
  cleanName,
  type Lang,
  langOf,
  layouts,
  readBook,
  Refused,
  titleFromFile,
  writeBook,
} from "./book";
import { keepBook, type ShelfBook } from "./shelf";
import "./books.css";

interface Draft {
  readonly book: Book;
  readonly title: string;
  readonly author: string;
  readonly lang: Lang;
}

/** Lets the page draw its bar now and then. */
function pacer(show: (done: number) => void): (done: number) => Promise<void> {
  let drawn = performance.now();
  return async (done) => {
    if (performance.now() - drawn < 40) return;
    show(done);
    await new Promise((next) => setTimeout(next));
    drawn = performance.now();
  };
}

async function draftOf(bytes: Uint8Array, file: string, show: (done: number) => void): Promise<Draft> {
  const book = await readBook(bytes, pacer(show));
  return { book, title: book.title || titleFromFile(file), author: book.author, lang: langOf(book) };
}

const reasonOf = (error: unknown): string =>
  error instanceof Refused ? error.message : "This file could not be read.";

/** A file by its chooser or dropped on it. */
function FileDrop({ onFile }: { onFile(file: File): void }) {
  const [over, setOver] = useState(false);
  return (
    <label
      class={over ? "book-drop over" : "book-drop"}
      onDragOver={(e) => (e.preventDefault(), setOver(true))}
      onDragLeave={() => setOver(false)}
      onDrop={(e) => {
        e.preventDefault();
        setOver(false);
        const file = e.dataTransfer?.files[0];
        if (file) onFile(file);
      }}
    >
      <strong>{t("Choose a file, or drop it here")}</strong>
      <span class="small quiet">
        {t("EPUB or plain text, in French or English. It stays on this device.")}
      </span>
      <input
        type="file"
        class="hidden"
        accept=".epub,.txt,.text,application/epub+zip,text/plain"
        onChange={(e) => {
          const file = e.currentTarget.files?.[0];
          e.currentTarget.value = "";
          if (file) onFile(file);
        }}
      />
    </label>
  );
}

function PasteText({ onText }: { onText(text: string): void }) {
  const [text, setText] = useState("");
  return (
    <details class="book-paste">
      <summary>{t("Or paste a text")}</summary>
      <textarea
        rows={6}
        aria-label={t("The text of the book")}
        value={text}
        onInput={(e) => setText(e.currentTarget.value)}
      />
      <button type="button" class="button small" disabled={!text.trim()} onClick={() => onText(text)}>
        {t("Take this text")}
      </button>
    </details>
  );
}

/** How much of it is written in letters that missions know. */
function isForeign({ blocks }: Book): boolean {
  const sample = blocks
    .map((block) => block.text)
    .join(" ")
    .slice(0, 200_000);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const latin = sample.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return letters > 0 && latin < letters / 2;
}

const lengthOf = ({ blocks }: Book) => blocks.reduce((sum, block) => sum + block.text.length, 0);

function NameFields(props: { draft: Draft; change(what: Partial<Draft>): void; onKeep(): void }) {
  const { draft, change, onKeep } = props;
  const field = (id: string, label: string, value: string, set: (value: string) => void) => (
    <div class="field">
      <label class="label" for={id}>
        {label}
      </label>
      <input
        id={id}
        value={value}
        maxLength={100}
        onInput={(e) => set(e.currentTarget.value)}
        onKeyDown={(e) => {
          if (e.key !== "Enter") return;
          e.preventDefault(); // the game's own form lies around this one
          onKeep();
        }}
      />
    </div>
  );
  return (
    <>
      <p class="small quiet" role="status">
        {tn("{n} thousand characters.", "{n} thousand characters.", Math.round(lengthOf(draft.book) / 1000))}
      </p>
      {isForeign(draft.book) && (
        <p class="notice">
          {t("This book is not written in Latin letters: few missions can come true in it.")}
        </p>
      )}
      {field("book-title", t("Title"), draft.title, (title) => change({ title }))}
      {field("book-author", t("Author"), draft.author, (author) => change({ author }))}
      <Choices
        name="book-lang"
        legend={t("Language of the book")}
        help={t("Words and missions are counted by its rules.")}
        choices={[
          { id: "fr", label: "Français" },
          { id: "en", label: "English" },
        ]}
        value={draft.lang}
        onChange={(lang) => change({ lang })}
      />
    </>
  );
}

/** Reading a file, and keeping what was read. */
function useImport(game: string, onKept: (book: ShelfBook) => void) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [done, setDone] = useState<number | null>(null);
  const [why, setWhy] = useState<string | null>(null);
  const read = async (bytes: () => Promise<ArrayBuffer>, name: string) => {
    setWhy(null);
    setDraft(null);
    setDone(0);
    try {
      setDraft(await draftOf(new Uint8Array(await bytes()), name, setDone));
    } catch (error) {
      setWhy(reasonOf(error));
    }
    setDone(null);
  };
  const keep = async () => {
    if (!draft || done !== null) return;
    setDone(1);
    const title = cleanName(draft.title) || t("Untitled");
    const text = writeBook(draft.book, title, cleanName(draft.author), draft.lang, layouts[0] ?? "");
    const made = await makeKit(game, text);
    if ("why" in made) setWhy(made.why);
    else onKept(await keepBook(text));
    setDone(null);
  };
  return { draft, setDraft, done, why, read, keep };
}

export function ImportBook(props: { game: string; onKept(book: ShelfBook): void; onCancel?(): void }) {
  const { draft, setDraft, done, why, read, keep } = useImport(props.game, props.onKept);
  return (
    <div class="book-import">
      {!draft && (
        <>
          <FileDrop onFile={(file) => void read(() => file.arrayBuffer(), file.name)} />
          <PasteText
            onText={(text) => void read(async () => new TextEncoder().encode(text).buffer as ArrayBuffer, "")}
          />
        </>
      )}
      {done !== null && (
        <progress class="book-bar" value={done} max={1} aria-label={t("Reading the book…")} />
      )}
      {why !== null && (
        <p class="notice bad" role="alert">
          {t(why)}
        </p>
      )}
      {draft && (
        <NameFields
          draft={draft}
          change={(what) => setDraft({ ...draft, ...what })}
          onKeep={() => void keep()}
        />
      )}
      <div class="row">
        {draft && (
          <>
            <button type="button" class="button main" disabled={done !== null} onClick={() => void keep()}>
              {t("Keep this book")}
            </button>
            <button type="button" class="button" onClick={() => setDraft(null)}>
              {t("Another file")}
            </button>
          </>
        )}
        {props.onCancel && (
          <button type="button" class="button plain" onClick={props.onCancel}>
            {t("Not now")}
          </button>
        )}
      </div>
    </div>
  );
}
