/** The five games of the house, built or not: what the shelf shows of them. */
import ancient from "../art/ancient.svg";
import archeologic from "../art/archeologic.svg";
import archives from "../art/archives.svg";
import contrees from "../art/contrees.svg";
import topologic from "../art/topologic.svg";
import { t } from "../i18n";
import { built } from "./info";

export interface Cover {
  readonly id: string;
  readonly name: string;
  readonly art: string;
  /** One line, translated when asked. */
  readonly line: () => string;
  readonly seats: readonly [number, number];
  /** Owners of the box have a page too. */
  readonly companion?: boolean;
}

export const shelf: readonly Cover[] = [
  {
    id: "topologic",
    name: "Topologic",
    art: topologic,
    line: () => t("A duel of wits: find the tile that the other one hides."),
    seats: [1, 2],
  },
  {
    id: "archeologic",
    name: "ArcheOlogic",
    art: archeologic,
    line: () => t("A race of deduction: map a city that the sand has covered."),
    seats: [1, 4],
    companion: true,
  },
  {
    id: "ancient",
    name: "Ancient Knowledge",
    art: ancient,
    line: () => t("Raise monuments and hand their knowledge on before they fade."),
    seats: [2, 4],
  },
  {
    id: "archives",
    name: "Archives",
    art: archives,
    line: () => t("Plan your days among the shelves and gain renown."),
    seats: [2, 4],
  },
  {
    id: "contrees",
    name: "Nouvelles Contrées",
    art: contrees,
    line: () => t("Explore a novel together, word by word."),
    seats: [1, 6],
  },
];

export function cover(id: string): Cover | null {
  return shelf.find((game) => game.id === id) ?? null;
}

export function isBuilt(id: string): boolean {
  return built.some((game) => game.id === id);
}

export function seatsText([least, most]: readonly [number, number]): string {
  return least === most ? t("{n} players", { n: least }) : t("{least} to {most} players", { least, most });
}
