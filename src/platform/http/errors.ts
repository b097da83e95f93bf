import { errorMessages } from './error-messages.ts';

interface HttpErrorOptions {
  /** in seconds */
  retryAfter?: number;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** An error with its status (docs/rules.md, Status codes) and the text of `{error}`. */
export class HttpError extends Error {
  readonly status: number;
  readonly retryAfter: number | undefined;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, { retryAfter, headers = {}, cause }: HttpErrorOptions = {}) {
    super(message, { cause });
    this.status = status;
    this.retryAfter = retryAfter;
    this.headers = headers;
  }
}

export const badRequest = (message: string): HttpError => new HttpError(400, message);
export const unauthorized = (message = 'missing or invalid access token'): HttpError => new HttpError(401, message);
export const forbidden = (message: string = errorMessages.forbidden): HttpError => new HttpError(403, message);
export const notFound = (what = 'resource'): HttpError => new HttpError(404, `${what} not found`);
export const conflict = (message: string): HttpError => new HttpError(409, message);
/** The database is unreachable, or has no primary: a planned switch takes seconds. */
export const dbUnavailable = (): HttpError => new HttpError(500, errorMessages.dbUnavailable, { retryAfter: 2 });
/** The photo storage is unreachable or full; the cause is logged. */
export const storageUnavailable = (cause?: unknown): HttpError =>
  new HttpError(500, errorMessages.storageUnavailable, { cause, retryAfter: 30 });
/** @param retryAfter seconds until the next attempt can be admitted @param headers that describe the limit */
export const tooManyAttempts = (retryAfter: number, headers?: Record<string, string>): HttpError =>
  new HttpError(429, errorMessages.tooManyAttempts, { retryAfter, ...(headers && { headers }) });
/** Too many requests are waiting. */
export const overloaded = (): HttpError => new HttpError(503, errorMessages.overloaded, { retryAfter: 1 });
/** A heavy read took longer than its timeout. */
export const tookTooLong = (): HttpError => new HttpError(503, errorMessages.tookTooLong, { retryAfter: 5 });
