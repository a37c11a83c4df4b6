import type { ErrorView } from "#app/http/errorView.ts";

/** The confirm dialog of an EXO action in one of its states; loader and action make the same shape. */
export type ExoConfirm = {
  exoId: string;
  /** The action's name and description, as the server offers it. */
  name: string;
  description: string;
  /** One per dialog: sent twice, it counts once. */
  token: string;
  /** Why nothing can be submitted here; the dialog then offers to close only. */
  refusal?: string;
  problem?: ErrorView;
};

/** Why this person cannot send this action, or undefined when they can (2 §6). */
export function refusalOf(username: string, isOffered: boolean): string | undefined {
  if (username === "") return "Your account has no username, so it is offered no actions.";
  if (!isOffered) return "This action is not offered any more. It may have been done already.";
  return undefined;
}
