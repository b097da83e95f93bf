/** A refusal with its status (docs/rules.md, Status codes) and the text of the `{error}` envelope. */
export class Refusal extends Error {
  readonly status: number;
  readonly retryAfter: number | undefined;

  constructor(status: number, message: string, { retryAfter, cause }: { retryAfter?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

export const badRequest = (message: string): Refusal => new Refusal(400, message);
export const unauthorized = (message = 'missing or invalid access token'): Refusal => new Refusal(401, message);
export const forbidden = (message = 'forbidden'): Refusal => new Refusal(403, message);
export const notFound = (what = 'resource'): Refusal => new Refusal(404, `${what} not found`);
export const conflict = (message: string): Refusal => new Refusal(409, message);
/** The database does not answer (`db unavailable`). */
export const dbUnavailable = (): Refusal => new Refusal(500, 'db unavailable');
/** The photo storage does not answer or has no room (docs/rules.md, Status codes); the log tells the cause. */
export const storageUnavailable = (cause?: unknown): Refusal => new Refusal(500, 'storage unavailable', { cause });
/** @param retryAfter seconds until another attempt can be admitted */
export const tooManyAttempts = (retryAfter: number): Refusal =>
  new Refusal(429, 'too many attempts, try again later', { retryAfter });
/** More requests wait than can be answered in time. */
export const overloaded = (): Refusal => new Refusal(503, 'too many requests are under way, try again later', { retryAfter: 1 });
/** A search or a page far behind that the database does not answer in time. */
export const tookTooLong = (): Refusal =>
  new Refusal(503, 'this takes too long now: narrow it down or try again later', { retryAfter: 5 });
