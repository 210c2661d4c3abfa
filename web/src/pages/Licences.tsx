/** The notices of what the page, and the program behind it, are made of. */
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import "./licences.css";

interface Part {
  readonly title: string;
  readonly text: string;
}

/** Each part begins with its title between two lines of =, as tools/licences writes it. */
function partsOf(text: string): readonly Part[] {
  const [, ...pieces] = text.split(/^={20,}\n(.+)\n={20,}\n/m);
  return pieces.flatMap((title, i) => (i % 2 ? [] : [{ title, text: (pieces[i + 1] ?? "").trim() }]));
}

async function fetchParts(): Promise<readonly Part[]> {
  const response = await fetch("/licences.txt");
  return response.ok ? partsOf(await response.text()) : [];
}

export function LicencesPage() {
  const [parts, setParts] = useState<readonly Part[] | undefined>(undefined);
  useEffect(() => void fetchParts().then(setParts, () => setParts([])), []);
  if (!parts) return <p class="loading">{t("One moment…")}</p>;
  return (
    <article class="sheet licences">
      <h1>{t("Licences")}</h1>
      <p>{t("Tablier is free software. What it is made of, and the notices that come with it:")}</p>
      {parts.length === 0 && (
        <p class="notice bad">{t("This part of the page could not be fetched. Is there a network?")}</p>
      )}
      {parts.map(({ title, text }) => (
        <details key={title}>
          <summary>{title}</summary>
          <pre tabIndex={0}>{text}</pre>
        </details>
      ))}
    </article>
  );
}
