/**
 * The books on this device, kept in the browser's database and sent to nobody. Where it is
 * blocked or full they last until the page is closed, and `trouble` says so.
 */
import { makeKit } from "../engine/engine";
import type { Trouble } from "../storage";
import { store } from "../store";
import { frontOf, type Lang, layOut, layouts } from "./book";
import { digestOf } from "./digest";

export interface ShelfBook {
  /** The digest of the text on the largest pages. */
  readonly id: string;
  readonly title: string;
  readonly author: string;
  readonly lang: Lang;
  readonly bytes: number;
  readonly added: number;
  /** Its digest on each kind of pages, from large to small: whichever a record names is found. */
  readonly layouts: readonly (readonly [digest: string, layout: string])[];
}

/** Undefined: not read yet. */
export const books = store<readonly ShelfBook[] | undefined>(undefined);
export const trouble = store<Trouble | null>(null);

/** What could not be kept, for as long as the page is open. */
const memory = new Map<string, { readonly book: ShelfBook; readonly text: string }>();

function openBase(): Promise<IDBDatabase> {
  return new Promise((done, failed) => {
    const asked = indexedDB.open("tablier.books", 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("books", { keyPath: "id" });
      asked.result.createObjectStore("texts");
    };
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
    asked.onblocked = () => failed(new Error("blocked"));
  });
}

let base: Promise<IDBDatabase> | null = null;

/** One transaction over both stores; it rejects where the browser keeps nothing, or no more. */
async function inBase<T>(
  mode: IDBTransactionMode,
  work: (books: IDBObjectStore, texts: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  base ??= openBase();
  const transaction = (await base).transaction(["books", "texts"], mode);
  const asked = work(transaction.objectStore("books"), transaction.objectStore("texts"));
  return new Promise((done, failed) => {
    transaction.oncomplete = () => done(asked.result);
    transaction.onabort = () => failed(transaction.error ?? asked.error);
  });
}

const isFull = (error: unknown) => error instanceof DOMException && error.name === "QuotaExceededError";

export async function readShelf(): Promise<readonly ShelfBook[]> {
  const held = [...memory.values()].map(({ book }) => book);
  let kept: ShelfBook[] = [];
  try {
    kept = await inBase("readonly", (about) => about.getAll() as IDBRequest<ShelfBook[]>);
  } catch {
    trouble.set("blocked");
  }
  const all = [...kept.filter(({ id }) => !memory.has(id)), ...held].sort((a, b) => b.added - a.added);
  books.set(all);
  return all;
}

/** Puts a canonical text on the shelf; the same text again is the same book. */
export async function keepBook(text: string): Promise<ShelfBook> {
  const front = frontOf(text);
  const digests = layouts.map((layout) => [digestOf(layOut(text, layout)), layout] as const);
  const book: ShelfBook = {
    ...front,
    id: digests[0]?.[0] ?? "",
    added: Date.now(),
    layouts: digests,
  };
  try {
    await inBase("readwrite", (about, texts) => {
      texts.put(text, book.id);
      return about.put(book);
    });
    memory.delete(book.id);
    if (!memory.size) trouble.set(null);
  } catch (error) {
    trouble.set(isFull(error) ? "full" : "blocked");
    memory.set(book.id, { book, text });
  }
  await readShelf();
  return book;
}

export async function removeBook(id: string): Promise<void> {
  memory.delete(id);
  await inBase("readwrite", (about, texts) => {
    texts.delete(id);
    return about.delete(id);
  }).catch(() => undefined);
  await readShelf();
}

async function textOf(id: string): Promise<string | null> {
  const held = memory.get(id);
  if (held) return held.text;
  const text = await inBase("readonly", (_, texts) => texts.get(id) as IDBRequest<string | undefined>).catch(
    () => undefined,
  );
  return text ?? null;
}

/** The text that a digest names, whatever its pages; null: no such book is here. */
export async function bookText(digest: string): Promise<string | null> {
  for (const { id, layouts: known } of await readShelf()) {
    const layout = known.find(([own]) => own === digest)?.[1];
    const text = layout ? await textOf(id) : null;
    if (layout && text !== null) return layOut(text, layout);
  }
  return null;
}

/** Makes the engine's kit of that digest; false: the book is not here. */
export async function fetchKit(game: string, digest: string): Promise<boolean> {
  const text = await bookText(digest);
  const made = text === null ? null : await makeKit(game, text);
  return made !== null && "digest" in made && made.digest === digest;
}
