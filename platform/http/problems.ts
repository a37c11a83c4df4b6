/** A failure that a caller may be told about: answered with `status` and `{ error: message }`. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly status: 400 | 401 | 403 | 404 | 409 | 422;

  constructor(status: Problem["status"], message: string) {
    super(message);
    this.status = status;
  }
}
