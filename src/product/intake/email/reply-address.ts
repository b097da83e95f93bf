import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../../platform/config/config.ts';

// The address to which somebody replies to a mail about a ticket: the plus part of INTAKE_ADDRESS names the ticket, and has a signature
// over the ticket and the account that got the mail. The account is not in it: it is the one whose address the reply comes from, so the
// address is of no use to anybody else. Lower case only, because some mail servers change the case of what is before the @.

type Secrets = Pick<Config, 'jwtSecret' | 'jwtSecretPrevious'>;

/** 80 bits, of which a guess costs a mail. */
const signatureBytes = 10;

/** @returns the address; undefined where no mail is read */
export function replyAddress(
  { intake, ...secrets }: Secrets & Pick<Config, 'intake'>,
  accountId: string,
  ticketId: number,
): string | undefined {
  if (!intake) return undefined;
  const at = intake.address.lastIndexOf('@');
  const part = `r${ticketId.toString(36)}-${signatureOf(keyOf(secrets.jwtSecret), accountId, ticketId)}`;
  return `${intake.address.slice(0, at)}+${part}${intake.address.slice(at)}`;
}

/** The ticket and the signature of a plus part that has the form of one of replyAddress(). */
export interface ReplyPart {
  ticketId: number;
  signature: string;
}

/** @returns undefined: it is no plus part of a reply address */
export function parseReplyPart(part: string): ReplyPart | undefined {
  const [, ticket = '', signature = ''] = /^r([1-9a-z][\da-z]{0,5})-([a-z2-7]{16})$/.exec(part.toLowerCase()) ?? [];
  const ticketId = Number.parseInt(ticket, 36);
  return signature !== '' && ticketId <= maxTicketId ? { ticketId, signature } : undefined;
}

/** Of the type integer. */
const maxTicketId = 2_147_483_647;

/** Whether the address was made for this account. JWT_SECRET_PREVIOUS counts as long as it is set: replies come days later. */
export function isReplyOf(
  { jwtSecret, jwtSecretPrevious }: Secrets,
  accountId: string,
  { ticketId, signature }: ReplyPart,
): boolean {
  const secrets = [jwtSecret, ...(jwtSecretPrevious ? [jwtSecretPrevious] : [])];
  return secrets.some((secret) => {
    const expected = Buffer.from(signatureOf(keyOf(secret), accountId, ticketId));
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'reply addresses', 32));

const signatureOf = (key: Buffer, accountId: string, ticketId: number): string =>
  base32(createHmac('sha256', key).update(`${ticketId} ${accountId}`).digest().subarray(0, signatureBytes));

/** RFC 4648, 6, in lower case. @param bytes a multiple of five */
function base32(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 5) {
    const bits = bytes.readUIntBE(at, 5);
    for (let digit = 7; digit >= 0; digit--) text += 'abcdefghijklmnopqrstuvwxyz234567'[Math.floor(bits / 32 ** digit) % 32];
  }
  return text;
}
