import type { FormEvent } from "react";

/** The button that sent a form; null where Enter or a script did. */
export const submitterOf = ({ nativeEvent }: FormEvent<HTMLFormElement>): HTMLElement | null =>
  nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
