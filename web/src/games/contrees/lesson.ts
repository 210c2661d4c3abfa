/** A first journey in our novella, in the reader's language: one turn as a listener, one as the scout. */
import { t } from "../../i18n";
import { prefs } from "../../prefs";
import type { Lesson, LessonStep } from "../board";

/** What differs between the two versions of the story. */
interface Story {
  readonly seed: string;
  /** The mission that will be right, and where the first passage leads. */
  readonly mission: string;
  readonly first: string;
  /** Where the second leads, the word that tells so, and where the other would go. */
  readonly second: string;
  readonly word: string;
  readonly astray: string;
  readonly counts: () => string;
  readonly heard: () => string;
  readonly told: () => string;
}

const stories: Readonly<Record<"en" | "fr", Story>> = {
  fr: {
    seed: "19",
    mission: "M04",
    first: "S",
    second: "S",
    word: "mark 35",
    astray: "E",
    counts: () => t("Archipel wants three commas in the six lines. Touch it, and once more to watch for it."),
    heard: () =>
      t(
        "An assault, an army, sabres, powder: look for them among the four landscapes. It is the one in the south.",
      ),
    told: () =>
      t(
        "Cannon-balls that stop in the air, a chain of hands: nothing like that happens when one is awake. Set the compass on the landscape in the south.",
      ),
  },
  en: {
    seed: "22",
    mission: "M16",
    first: "E",
    second: "N",
    word: "mark 47",
    astray: "W",
    counts: () =>
      t("Palaver wants one question mark or exclamation mark. Touch it, and once more to watch for it."),
    heard: () =>
      t(
        "A sentry, a helmet, a gun, enemies: look for them among the four landscapes. It is the one in the east.",
      ),
    told: () => t("A play with a princess: set the compass on the landscape in the north."),
  },
};

const welcome: readonly LessonStep[] = [
  {
    say: () =>
      t(
        "Welcome! You travel together through a novel. Above you see it from its edge: the green ribbon is your camp, the red one the scout, the purple one the Lost City. The camp has to get there.",
      ),
  },
  {
    say: () =>
      t(
        "Four landscapes lie around the compass. Each is a theme that nobody names. The coin on the deck says how many leaves the scout goes ahead. Below are your 26 letters: mistakes cost letters.",
      ),
  },
  {
    say: () =>
      t("First, who reads? Let the other go ahead this time: touch Guest 2 in the book, then confirm."),
    want: "vote 1",
  },
];

const listening = (story: Story): readonly LessonStep[] => [
  {
    before: [[1, "vote 1"]],
    say: () =>
      `${t("The scout is some leaves further, reads six lines and sets the compass in secret. Meanwhile you choose a mission to watch for.")} ${story.counts()}`,
    want: `take ${story.mission}`,
  },
  { say: () => t("The sign beside it shows that you hold it. Say that you are ready."), want: "ready" },
  {
    before: [
      [1, `aim ${story.first}`],
      [1, "read"],
    ],
    say: () =>
      t(
        "The lid of the compass is closed. The passage will pass once, line by line; in a game a voice speaks it. Listen!",
      ),
    want: "listen",
  },
  { say: () => t("What is it about? And count for your mission."), want: "line" },
  ...[2, 3, 4, 5].map(
    (): LessonStep => ({ say: () => t("The line before fades; none comes back."), want: "line" }),
  ),
  { say: () => t("The last line."), want: "line" },
  {
    say: () =>
      t(
        "You have heard enough for your mission: present it. A right one goes into the book and will pay for a mistake; a wrong one costs three letters.",
      ),
    want: `vote ${story.mission}`,
  },
  {
    say: () => `${t("Right! And now the landscape.")} ${story.heard()}`,
    want: `vote ${story.first}`,
  },
];

const scouting = (story: Story): readonly LessonStep[] => [
  {
    say: () => t("Found! The camp joins the scout, and the landscape goes into the book. Now you go ahead."),
    want: "vote 0",
  },
  {
    before: [[1, "vote 0"]],
    say: () => `${t("These six lines are for your eyes only.")} ${story.told()}`,
    want: `aim ${story.second}`,
  },
  {
    say: () =>
      t(
        "You may mark up to three words that were your reasons: they are shown with your compass. Touch the word that is lit, then confirm.",
      ),
    want: story.word,
  },
  { before: [[1, "ready"]], say: () => t("The other is ready to listen: read aloud."), want: "read" },
  {
    before: [
      [1, "listen"],
      [1, "heard"],
      [1, `vote ${story.astray}`],
    ],
    say: () =>
      t(
        "The other went elsewhere! Both landscapes are lost, you are back at the camp, and you pay together: twelve letters, or six and a mission, or two missions. Pay six letters and a mission.",
      ),
    want: "vote both",
  },
  {
    before: [[1, "vote both"]],
    say: () =>
      t(
        "That is the heart of it. At the Lost City the reading follows a strange rule; find the landscape once more there and you have won. Then the book itself tells you its hidden meaning.",
      ),
  },
];

export function lesson(): Lesson {
  const { lang } = prefs.get();
  const story = stories[lang];
  return {
    seats: 2,
    options: { missions: "easy", book: `novella-${lang}`, reading: "scroll" },
    seed: story.seed,
    steps: [...welcome, ...listening(story), ...scouting(story)],
  };
}
