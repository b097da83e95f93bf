/** A part does not work. */
export class CheckFailure extends Error {
  /** what to do about it, when it is not what is usually to do */
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}
