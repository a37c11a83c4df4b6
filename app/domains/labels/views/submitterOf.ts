import type { FormEvent } from "react";

/** The button that submitted a form; null for Enter or a script. */
export const submitterOf = ({ nativeEvent }: FormEvent<HTMLFormElement>): HTMLButtonElement | null =>
  nativeEvent instanceof SubmitEvent && nativeEvent.submitter instanceof HTMLButtonElement
    ? nativeEvent.submitter
    : null;
