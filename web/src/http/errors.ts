/** A refusal by the service, with the words of its `{error}`. */
export class ApiError extends Error {
  readonly status: number;
  /** seconds to wait, where the service names them */
  readonly retryAfter: number | undefined;

  constructor(status: number, message: string, retryAfter?: number) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** Of the 403 that means the account is disabled; a proxy that changes Host can cause another one. */
export const disabledMessage = 'account disabled';

/** The session is over. The way to the login says so; nothing else needs to. */
export class SessionEndedError extends ApiError {}

/** No answer came: the link is down, or the service is. */
export class OfflineError extends Error {}

/** No answer came within the time that a request may take. */
export class TimeoutError extends OfflineError {}

export const isStatus = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof ApiError && statuses.includes(error.status);
