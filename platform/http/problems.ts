/** A failure with a message for the caller: the response has `status` and `{ error: message }`. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly status: 400 | 401 | 403 | 404 | 409 | 422;

  constructor(status: Problem["status"], message: string) {
    super(message);
    this.status = status;
  }
}
