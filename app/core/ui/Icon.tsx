const paths = {
  attention: "M8 1.8 15 14H1L8 1.8Zm0 4.4v3.6m0 1.7v.6",
  background: "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13Zm0 3V8l2.4 1.6",
  bell: "M3 12h10l-1.2-1.8V7a3.8 3.8 0 0 0-7.6 0v3.2L3 12Zm3.4 0a1.6 1.6 0 0 0 3.2 0M8 3.2V1.8",
  bookmark: "M4 2.5h8v11L8 10.6l-4 2.9v-11Z",
  check: "m3 8.5 3.2 3.2L13 4.8",
  chevronDown: "m4 6.2 4 4 4-4",
  chevronLeft: "M9.8 4 5.8 8l4 4",
  chevronRight: "m6.2 4 4 4-4 4",
  chevronUp: "m4 9.8 4-4 4 4",
  close: "m4 4 8 8m0-8-8 8",
  copy: "M6 5.5h7.5V14H6V5.5Zm-2.4 5H2.5V2H10v1.2",
  created: "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM8 5v6M5 8h6",
  dismissed: "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM3.5 12.5l9-9",
  download: "M8 2v8m-3.2-3L8 10.2 11.2 7M2.5 13.5h11",
  external: "M9.5 2.5h4v4m0-4-6 6M11.5 9.5v4h-9v-9h4",
  failed: "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM5.5 5.5l5 5m0-5-5 5",
  filter: "M2 3h12L9.5 8.4v4.4l-3 1.4V8.4L2 3Z",
  help: "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM6.1 6.3a1.95 1.95 0 1 1 2.9 1.7c-.7.4-1 .8-1 1.5m0 1.7v.4",
  hourglass: "M4 2h8M4 14h8M5 2v2.6L8 8l3-3.4V2M5 14v-2.6L8 8l3 3.4V14",
  image: "M2 3h12v10H2V3Zm0 8 3.6-3.6 3 3L10.5 9 14 12M10.4 6.2h.1",
  job: "M2.5 2.5h3v3h-3v-3Zm0 8h3v3h-3v-3ZM8 4h5.5M8 12h5.5M4 5.5v5",
  mail: "M2 3.5h12v9H2v-9Zm.3.5L8 8.6 13.7 4",
  menu: "M2 4h12M2 8h12M2 12h12",
  more: "M2.2 8a.8.8 0 1 0 1.6 0 .8.8 0 1 0-1.6 0m5 0a.8.8 0 1 0 1.6 0 .8.8 0 1 0-1.6 0m5 0a.8.8 0 1 0 1.6 0 .8.8 0 1 0-1.6 0",
  note: "M3 2.5h10v11H3v-11ZM5.5 6h5M5.5 9h5",
  ok: "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM5 8.2l2.1 2.1L11 6.2",
  parcel: "M2 5l6-3 6 3v6l-6 3-6-3V5Zm.2.2L8 8l5.8-2.8M8 8v5.8",
  paused: "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM6.3 5.3v5.4M9.7 5.3v5.4",
  refresh: "M13.5 8a5.5 5.5 0 1 1-1.6-3.9M13.5 1.8v3h-3",
  running: "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM6.4 5.2v5.6L11 8 6.4 5.2Z",
  search: "M7 2.2a4.8 4.8 0 1 1 0 9.6 4.8 4.8 0 0 1 0-9.6Zm3.5 8.3L14 14",
  stalled: "M5.3 1.8h5.4l3.5 3.5v5.4l-3.5 3.5H5.3l-3.5-3.5V5.3l3.5-3.5ZM5 8h6",
  store: "M2 6.5 3.2 2.5h9.6L14 6.5M2 6.5a2 2 0 0 0 4 0 2 2 0 0 0 4 0 2 2 0 0 0 4 0M3 8.5v5h10v-5",
  user: "M8 2a2.8 2.8 0 1 1 0 5.6A2.8 2.8 0 0 1 8 2ZM2.5 14c.4-2.8 2.6-4.4 5.5-4.4s5.1 1.6 5.5 4.4",
} as const;

export type IconName = keyof typeof paths;

/** A 16 px line icon in the current text colour. Decorative unless it has a `label`. */
export function Icon({ name, label }: { name: IconName; label?: string }) {
  const drawing = <path d={paths[name]} />;
  return label ? (
    <svg className="icon" width="16" height="16" viewBox="0 0 16 16" role="img" aria-label={label}>
      {drawing}
    </svg>
  ) : (
    <svg className="icon" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      {drawing}
    </svg>
  );
}
