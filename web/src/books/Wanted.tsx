/** The book of a game is not on this device: which one it is, and a place to bring it. */
import { useEffect, useState } from "preact/hooks";
import { learnArea, t } from "../i18n";
import { hexOf } from "./digest";
import { ImportBook } from "./ImportBook";
import type { ShelfBook } from "./shelf";

export interface WantedProps {
  readonly game: string;
  readonly digest: string;
  onFound(): void;
}

export function Wanted({ game, digest, onFound }: WantedProps) {
  const [other, setOther] = useState<string | null>(null);
  useEffect(() => void Promise.all([learnArea("books"), learnArea(game)]), [game]);
  const take = (book: ShelfBook) =>
    book.layouts.some(([own]) => own === digest) ? onFound() : setOther(book.title);
  return (
    <section class="sheet book-wanted">
      <h1>{t("The book of this game is not on this device.")}</h1>
      <p>
        {t(
          "A record holds the moves, not the book. Bring the same file, with the same title, author and language, and the game goes on.",
        )}
      </p>
      <p class="small quiet">
        {t("Number of the book:")} <code>{hexOf(digest)}</code>
      </p>
      {other !== null && (
        <p class="notice bad" role="alert">
          {t("“{title}” is kept, but it is not the book of this game.", { title: other })}
        </p>
      )}
      <ImportBook game={game} onKept={take} />
    </section>
  );
}
