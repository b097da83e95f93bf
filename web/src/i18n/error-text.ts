import { ApiError, NoAnswerError } from '../http/errors.ts';
import { HeicPhotoError } from '../lib/photo-errors.ts';
import type { Messages } from './en.ts';
import { validationErrorText } from './validation-errors.ts';

/**
 * The text to show for an error: the message of the service, translated where a translation exists.
 * @param error anything that was thrown; what is no error of a request gets a general text
 */
export function errorText(error: unknown, messages: Messages): string {
  if (error instanceof NoAnswerError) return messages.app.noResponse;
  if (error instanceof HeicPhotoError) return messages.upload.heic;
  if (!(error instanceof ApiError)) return messages.app.failed;
  const text = serverMessageText(error.message, messages);
  return error.retryAfterSeconds ? `${text} ${messages.app.retryIn(error.retryAfterSeconds)}` : text;
}

/** An error message of the service in the language of the user, or as it is where no translation exists. */
export const serverMessageText = (message: string, messages: Messages): string =>
  messages.serverErrors[message] ?? validationErrorText(message, messages) ?? capitalized(message);

const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
