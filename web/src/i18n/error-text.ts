import { ApiError, OfflineError } from '../http/errors.ts';
import type { Messages } from './en.ts';
import { validationErrorText } from './validation-errors.ts';

/**
 * The text to show for an error: the message of the service, translated where a translation exists.
 * @param error anything that was thrown; what is no error of a request gets a general text
 */
export function errorText(error: unknown, messages: Messages): string {
  if (error instanceof OfflineError) return messages.app.noResponse;
  if (!(error instanceof ApiError)) return messages.app.failed;
  const text =
    (messages.serverErrors as Record<string, string | undefined>)[error.message] ??
    validationErrorText(error.message, messages) ??
    capitalized(error.message);
  return error.retryAfter ? `${text} ${messages.app.retryIn(error.retryAfter)}` : text;
}

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
