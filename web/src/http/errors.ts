import { ApiError, isStatus } from '../../../clients/typescript/src/index.ts';
import type { ErrorMessage } from '../contract/error-messages.ts';

export { ApiError, isStatus, NoAnswerError, SessionEndedError, TimeoutError } from '../../../clients/typescript/src/index.ts';

/** Whether the service still handles an earlier attempt with the same Idempotency-Key. */
export const isUnderWay = (error: unknown): error is ApiError => isStatus(error, 409) && error.retryAfterSeconds !== undefined;

/** Whether an error is a response that stays the same when the request is sent again. */
export const isFinal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500 && ![401, 429].includes(error.status) && !isUnderWay(error);

/** The message of the 403 that means that the account is disabled: a proxy that changes Host can cause another 403. */
export const disabledMessage = 'account disabled';

/** The message of the 401 that means that the password was right, and that a code is missing or wrong. */
export const oneTimeCodeMessage: ErrorMessage = 'one-time code required';

/** The message that means that the password was right, and that a passkey is missing. */
export const passkeyMessage: ErrorMessage = 'passkey required';

/** The message of the 401 for a passkey that is not valid. */
export const passkeyRefusedMessage: ErrorMessage = 'the passkey was not accepted';
