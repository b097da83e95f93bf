import { delay } from './delay.ts';
import { ApiError, isStatus, NoAnswerError } from './errors.ts';

export interface RetryOptions {
  maxRetries: number;
  /** whether it may have been executed before: reads, and writes with an Idempotency-Key */
  isRepeatable: boolean;
  signal?: AbortSignal | undefined;
}

const minBackoffMs = 250;
const maxBackoffMs = 8_000;
/** A longer Retry-After is left to the caller. */
const maxRetryAfterSeconds = 60;

/**
 * Repeats an attempt that failed for a while only, after the time of Retry-After or with exponential backoff.
 * @throws the error of the last attempt; the reason of the signal
 */
export async function withRetries<Result>(
  attempt: () => Promise<Result>,
  { maxRetries, isRepeatable, signal }: RetryOptions,
): Promise<Result> {
  for (let retry = 0; ; retry++) {
    try {
      return await attempt();
    } catch (error) {
      const delayMs = retry < maxRetries && isTemporary(error, isRepeatable) ? delayOf(error, retry) : undefined;
      if (delayMs === undefined || signal?.aborted) throw error;
      await delay(delayMs, signal);
    }
  }
}

function isTemporary(error: unknown, isRepeatable: boolean): boolean {
  if (error instanceof NoAnswerError || isStatus(error, 502, 504)) return isRepeatable;
  if (isStatus(error, 429, 503)) return true; // not executed
  // The first request with this Idempotency-Key is still running.
  return isStatus(error, 409) && isRepeatable && error.retryAfterSeconds !== undefined;
}

/** @returns undefined when the service asks for a longer time than a caller waits */
function delayOf(error: unknown, retry: number): number | undefined {
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  if (seconds !== undefined) return seconds <= maxRetryAfterSeconds ? seconds * 1000 : undefined;
  return backoffMs(retry);
}

/** Between half and all of the doubled delay, so that clients that failed together do not come back together. */
export const backoffMs = (retry: number, min = minBackoffMs, max = maxBackoffMs): number =>
  Math.min(max, min * 2 ** retry) * (0.5 + Math.random() / 2);
