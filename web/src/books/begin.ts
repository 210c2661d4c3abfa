/** A book for a new game: on the largest pages that the journey fits in. */
import { Desk, makeKit } from "../engine/engine";
import type { GameInfo } from "../games/info";
import { newRecord } from "../table/kept";
import { layOut } from "./book";
import { hexOf } from "./digest";
import { books, bookText, readShelf } from "./shelf";

export { hexOf } from "./digest";

export interface LaidBook {
  readonly digest: string;
  readonly text: string;
}

/** Why the engine would not begin with it; null: it would. */
async function whyNot(
  game: GameInfo,
  seats: number,
  options: Readonly<Record<string, string>>,
  digest: string,
): Promise<string | null> {
  const desk = await Desk.open(newRecord(game, seats, options, "1", digest));
  if (typeof desk === "string") return desk;
  await desk.close();
  return null;
}

export async function layBook(
  game: GameInfo,
  seats: number,
  options: Readonly<Record<string, string>>,
  id: string,
): Promise<LaidBook | { readonly why: string }> {
  const book = (books.get() ?? (await readShelf())).find((one) => one.id === id);
  const whole = await bookText(id);
  if (!book || whole === null) return { why: "This book is not on this device any more." };
  let why = "";
  for (const [digest, layout] of book.layouts) {
    const text = layOut(whole, layout);
    const made = await makeKit(game.id, text);
    const refused = "why" in made ? made.why : await whyNot(game, seats, options, digest);
    if (refused === null) return { digest, text };
    why = refused;
  }
  return { why };
}

/** Sends the book to the house, for a table of its own; null, or why not. */
export function sendBook(
  game: string,
  { digest, text }: LaidBook,
  progress: (done: number) => void,
): Promise<string | null> {
  return new Promise((done) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/api/book/${game}/${hexOf(digest)}`);
    request.setRequestHeader("content-type", "text/plain; charset=utf-8");
    request.responseType = "json";
    request.upload.onprogress = (event) => event.lengthComputable && progress(event.loaded / event.total);
    request.onload = () => {
      const { no } = (request.response ?? {}) as { no?: string };
      done(request.status === 200 ? null : (no ?? "The book could not be sent."));
    };
    request.onerror = () => done("The book could not be sent.");
    request.send(text);
  });
}
