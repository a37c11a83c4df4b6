import type { ErrorView } from "#app/http/errorView.ts";

/** The confirm dialog of an EDI action in one of its states; loader and action make the same shape. */
export type EdiConfirm = {
  /** What is processed: 'interchange' or 'order', and its id. */
  what: "interchange" | "order";
  id: string;
  name: string;
  description: string;
  /** One per dialog: sent twice, it counts once. */
  token: string;
  /** Why nothing can be submitted here; the dialog then offers to close only. */
  refusal?: string;
  problem?: ErrorView;
};
