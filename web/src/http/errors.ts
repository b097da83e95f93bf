import { ApiError, isStatus } from '../../../clients/typescript/src/index.ts';
import type { ErrorCode } from '../contract/error-messages.ts';

export { ApiError, isStatus, NoAnswerError, SessionEndedError, TimeoutError } from '../../../clients/typescript/src/index.ts';

/** Whether the service still handles an earlier attempt with the same Idempotency-Key. */
export const isUnderWay = (error: unknown): error is ApiError => isStatus(error, 409) && error.retryAfterSeconds !== undefined;

/** Whether an error is a response that stays the same when the request is sent again. */
export const isFinal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500 && ![401, 429].includes(error.status) && !isUnderWay(error);

/** Whether an error is a response with one of these codes (docs/errors.md). Answers of proxies have none. */
export const hasCode = (error: unknown, ...codes: ErrorCode[]): error is ApiError =>
  error instanceof ApiError && codes.some((code) => code === error.errorCode);
