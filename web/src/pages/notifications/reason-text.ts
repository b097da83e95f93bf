import type { SendReason } from '../../contract/schemas.ts';
import type { NotificationTexts } from './texts/en.ts';

/** Why a message waits or was not sent. @param reason of the service: one that has words, or the error of the last attempt */
export const reasonText = (reason: string, { reasons, lastError }: NotificationTexts): string =>
  (reasons as Partial<Record<string, string>> satisfies Partial<Record<SendReason, string>>)[reason] ?? lastError(reason);
