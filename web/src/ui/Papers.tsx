/** A board's papers one under the other, for pages where there is room. */
import type { Tab } from "./Tabs";

export function PaperList({ papers }: { papers: readonly Tab[] | undefined }) {
  return (
    <>
      {papers
        ?.filter((paper) => !paper.narrow)
        .map((paper) => (
          <div key={paper.id} class="paper">
            {paper.panel}
          </div>
        ))}
    </>
  );
}
