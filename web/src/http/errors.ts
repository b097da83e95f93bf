import type { ErrorMessage } from '../contract/error-messages.ts';

/** An error response of the service; its message is the `error` of the body. */
export class ApiError extends Error {
  readonly status: number;
  /** seconds, where the service sends Retry-After */
  readonly retryAfter: number | undefined;
  /** the parsed JSON, where it tells more than `error` */
  readonly body: unknown;

  constructor(status: number, message: string, retryAfter?: number, body?: unknown) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
    this.body = body;
  }
}

/** The message of the 403 that means that the account is disabled: a proxy that changes Host can cause another 403. */
export const disabledMessage = 'account disabled';

/** A 401 that means that a password was wrong with which a signed-in user confirms a change: the session goes on. */
export const isWrongPassword = (error: unknown): boolean => isStatus(error, 401) && (error as ApiError).message === wrongPassword;
const wrongPassword: ErrorMessage = 'wrong password';

/** The message of the 401 that means that the password was right, and that a code is missing or wrong. */
export const oneTimeCodeMessage: ErrorMessage = 'one-time code required';

/** The message that means that the password was right, and that a passkey is missing. */
export const passkeyMessage: ErrorMessage = 'passkey required';

/** The message of the 401 for a passkey that is not valid. */
export const passkeyRefusedMessage: ErrorMessage = 'the passkey was not accepted';

/** The session is over. The login page says so, so that no toast has to. */
export class SessionEndedError extends ApiError {
  /** the login says so */
  readonly needsNoToast = true;
}

/** A request got no response: the network or the service is down. */
export class OfflineError extends Error {}

/** A request got no response within its timeout. */
export class TimeoutError extends OfflineError {}

/** Whether an error is a response with one of these statuses. */
export const isStatus = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof ApiError && statuses.includes(error.status);
