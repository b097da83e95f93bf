import { isOwnMessageId } from '../../../platform/lib/email.ts';

/** Why nothing is made of a mail. */
export const leaveReasons = [
  'automatic',
  'delivery_report',
  'own_mail',
  'no_sender',
  'too_many',
  'too_large',
  'empty',
  'failed',
] as const;
export type LeaveReason = (typeof leaveReasons)[number];

/** What is known of a mail from its headers. */
export interface MailHead {
  /** the address of From; empty without one */
  from: string;
  messageId: string;
  /** `multipart/report`, without parameters and in lower case */
  contentType: string;
  /** values by names in lower case; the first of several */
  headers: ReadonlyMap<string, string>;
}

/** Addresses with which mail servers send their reports. */
const serverAddress = /^(mailer-daemon|postmaster|mail-daemon)@/i;
const reportTypes = new Set(['multipart/report', 'message/delivery-status', 'message/disposition-notification']);

/**
 * Why nothing may be made of a mail: a program wrote it, and an answer could make it write again.
 * @param own addresses with which this installation sends, in lower case
 * @returns undefined: a person wrote it
 */
export function reasonToLeave(
  { from, messageId, contentType, headers }: MailHead,
  own: readonly string[],
): LeaveReason | undefined {
  if (isOwnMessageId(messageId)) return 'own_mail';
  const header = (name: string): string => (headers.get(name) ?? '').trim().toLowerCase();
  const hasEmptyReturnPath = headers.has('return-path') && /^(<\s*>)?$/.test(header('return-path'));
  if (hasEmptyReturnPath || reportTypes.has(contentType) || serverAddress.test(from)) return 'delivery_report';
  const [submitted = ''] = header('auto-submitted').split(/[\s;]/);
  if (submitted !== '' && submitted !== 'no') return 'automatic';
  if (/^(bulk|list|junk|auto_reply)$/.test(header('precedence')) || headers.has('list-id')) return 'automatic';
  // What programs wrote before RFC 3834, and Exchange still does.
  if (headers.has('x-autoreply') || headers.has('x-autorespond')) return 'automatic';
  if (from === '') return 'no_sender';
  return own.includes(from.toLowerCase()) ? 'own_mail' : undefined;
}
