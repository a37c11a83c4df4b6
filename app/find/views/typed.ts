/** How the keys are told to whoever looks at the field, and to a screen reader. */
export const keysOf = (isSlashOn: boolean) =>
  isSlashOn
    ? { "aria-keyshortcuts": "/ Control+K", placeholder: "Find ( / )" }
    : { "aria-keyshortcuts": "Control+K", placeholder: "Find (Ctrl-K)" };
export type FindKeys = ReturnType<typeof keysOf>;

/** What stands in a field, and where in it somebody types; nowhere where the focus is elsewhere. */
export const typedIn = (input: HTMLInputElement) => ({
  text: input.value,
  caret:
    document.activeElement === input
      ? { start: input.selectionStart ?? input.value.length, end: input.selectionEnd ?? input.value.length }
      : undefined,
});
export type Typed = ReturnType<typeof typedIn>;
