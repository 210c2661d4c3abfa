/** Our icons: strokes on a 24 by 24 grid. They are decoration; the button carries the name. */
const paths = {
  sun: "M12 3v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4m0-12.8L17 7M7 17l-1.4 1.4M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z",
  sound: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5H4ZM15.5 9a4 4 0 0 1 0 6m2.5-8.5a7.5 7.5 0 0 1 0 11",
  mute: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5H4ZM16 9.5l5 5m0-5-5 5",
  gear: "M4 7h9m5 0h2M4 17h2m5 0h9M15.5 4.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5ZM8.500 14.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5Z",
  undo: "M8 5 4 9l4 4M4 9h10a6 6 0 0 1 0 12h-4",
  bulb: "M9 18h6m-5 3h4M12 3a6.5 6.5 0 0 0-4 11.6c.7.6 1 1.3 1 2.4h6c0-1.1.3-1.8 1-2.4A6.5 6.5 0 0 0 12 3Z",
  pencil: "M4 20l1-4L16.5 4.5a2 2 0 0 1 3 3L8 19l-4 1Zm10.5-13.5 3 3",
  link: "M10 14a4.5 4.5 0 0 0 6.4 0l3-3A4.5 4.5 0 0 0 13 4.6l-1 1M14 10a4.5 4.5 0 0 0-6.4 0l-3 3A4.5 4.5 0 0 0 11 19.4l1-1",
  play: "M7 4.5v15l12-7.5-12-7.5Z",
  pause: "M8 5v14m8-14v14",
  first: "M6 5v14M19 5l-9 7 9 7V5Z",
  back: "M16 5l-9 7 9 7V5Z",
  forth: "M8 5l9 7-9 7V5Z",
  last: "M18 5v14M5 5l9 7-9 7V5Z",
  save: "M12 4v10m-4-4 4 4 4-4M5 19h14",
  book: "M12 6.5C10 5 7 4.5 3.5 5v13c3.500-.5 6.500 0 8.500 1.500 2-1.500 5-2 8.500-1.500V5C17 4.500 14 5 12 6.500Zm0 0v13",
  flag: "M6 21V4m0 1c4-2 8 2 12 0v9c-4 2-8-2-12 0",
  chat: "M4 5h16v11H10l-4 4v-4H4V5Z",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.500 20.500a7.500 7.500 0 0 1 15 0",
  bot: "M6 9h12v10H6V9Zm6-5v5M9.500 13.500v1m5-1v1M3 12v4m18-4v4",
  clock: "M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17ZM12 8v4.500l3 2",
  equal: "M5 9h14M5 15h14",
  close: "M6 6l12 12M18 6 6 18",
  eye: "M3 12c4.500-7.500 13.500-7.500 18 0-4.500 7.500-13.500 7.500-18 0Zm9-2.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5Z",
  more: "M6 11.5v1M12 11.5v1M18 11.5v1",
  share: "M12 15V4m-4 4 4-4 4 4M5 12v8h14v-8",
  warning: "M12 4 2.500 20h19L12 4Zm0 6v5m0 2.500v.5",
  newer: "M5 12a7 7 0 0 1 12-5l2 2m0-5v5h-5M19 12a7 7 0 0 1-12 5l-2-2m0 5v-5h5",
  cup: "M8 4h8v5a4 4 0 0 1-8 0V4ZM8 5.500H4.500C4.500 8.500 6 10 8.300 10.500M16 5.500h3.500c0 3-1.500 4.500-3.800 5M12 13v4M8 20h8m-6-3h4v3h-4Z",
  bin: "M5 7h14M10 7V4h4v3m-7 0 1 13h8l1-13",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}

/** The house's mark: a lamp over a tile. */
export function Mark() {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true">
      <rect x="2" y="2" width="36" height="36" rx="8" fill="#1f5c47" />
      <path d="M9 20a11 11 0 0 1 22 0Z" fill="#e2b65a" />
      <path d="M20 9V6M20 20v9" stroke="#e2b65a" stroke-width="2.600" stroke-linecap="round" />
      <path d="M11 32h18" stroke="#e2b65a" stroke-width="3.200" stroke-linecap="round" />
      <path
        d="M13 22.500l-2.500 6m16.500-6 2.500 6"
        stroke="#fff3d0"
        stroke-width="1.600"
        stroke-linecap="round"
        opacity=".7"
      />
    </svg>
  );
}
