import type { ErrorView } from "./errorView.ts";

/**
 * A failed call, or a page that cannot be shown. A Response with the view as its JSON body, because Remix
 * hands thrown Responses to the boundary unchanged in production, where it blanks thrown Errors.
 */
export class ApiError extends Response {
  readonly view: ErrorView;

  constructor(view: ErrorView, httpStatus: number = view.code) {
    super(JSON.stringify(view), {
      status: httpStatus,
      headers: { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" },
    });
    this.view = view;
  }
}

/** The HTTP status of a page that shows this failure in its own frame. */
export const failureStatus = ({ code }: ErrorView): number => (code >= 400 && code <= 599 ? code : 502);
