/** The names of the keys, as shown in the field and for a screen reader. */
export const keysOf = (isSlashOn: boolean) =>
  isSlashOn
    ? { "aria-keyshortcuts": "/ Control+K", placeholder: "Find ( / )" }
    : { "aria-keyshortcuts": "Control+K", placeholder: "Find (Ctrl-K)" };
export type FindKeys = ReturnType<typeof keysOf>;

/** A field's text and caret; without a caret if the focus is elsewhere. */
export const typedIn = (input: HTMLInputElement) => ({
  text: input.value,
  caret:
    document.activeElement === input
      ? { start: input.selectionStart ?? input.value.length, end: input.selectionEnd ?? input.value.length }
      : undefined,
});
export type Typed = ReturnType<typeof typedIn>;
