import { ApiError, NoAnswerError } from '../../http/errors.ts';
import type { Messages } from '../../i18n/en.ts';
import { errorText } from '../../i18n/error-text.ts';
import type { SecondFactorTexts } from './texts/en.ts';

/** The text for an error of the service, or of the browser that was asked for a passkey. */
export function passkeyErrorText(error: Error, texts: SecondFactorTexts, messages: Messages): string {
  if (error instanceof ApiError || error instanceof NoAnswerError) return errorText(error, messages);
  // The person has closed the browser's dialog, or waited too long. Browsers do not tell which.
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return texts.cancelled;
  return texts.failed;
}
