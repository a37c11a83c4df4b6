const formats = new Map<string, Intl.DateTimeFormat>();

/** A zone's clock reading at a moment, in whole seconds: 2026-11-27T18:05:09. */
export function localTime(at: Date, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    // This locale writes a time as ISO 8601 does, with a space between date and time.
    format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
    formats.set(timeZone, format);
  }
  return format.format(at).replace(" ", "T");
}
