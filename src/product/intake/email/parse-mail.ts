import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { detectPhotoType, isHeic } from '../../../platform/storage/photo-type.ts';
import { safeFileName } from '../../files/photos/receive-upload.ts';
import type { MailHead } from './automatic.ts';
import { htmlToText } from './html-text.ts';
import { newText, tidy } from './new-text.ts';

/** Smaller images that the HTML shows between its text are logos of signatures. */
const minInlineBytes = 15_000;
/** Characters of a text that are looked at. */
const maxText = 100_000;
const maxSubject = 500;
/** Nested parts of a mail; programs of people make fewer than ten. */
const maxNesting = 50;

/** Signatures and keys of mails say nothing to a person. */
const signatureTypes = /^application\/(pkcs7-signature|x-pkcs7-signature|pgp-signature|pgp-keys)$/i;
/** Other parts than those of the text that say what the text says; as a file with a name they are something else. */
const alternativeTypes = /^(application\/ics|text\/(calendar|html|plain))$/i;

export interface MailPicture {
  name: string;
  content: Uint8Array;
}

/** Why a file of a mail is left out. */
export type OmittedFile = { name: string; why: 'heic' | 'no_photo' };

/** A mail, as far as something is made of it. */
export interface ParsedMail extends MailHead {
  /** name of the sender */
  name: string;
  /** all addresses that it may have been sent to, as they were written */
  recipients: string[];
  subject: string;
  /** what is new in it; empty: nothing is */
  text: string;
  /** with all that it quotes */
  fullText: string;
  pictures: MailPicture[];
  omitted: OmittedFile[];
}

const parseOptions = { maxNestingDepth: maxNesting, maxHeadersSize: 256 * 1024 };

/** Parses a message (RFC 5322, MIME). Runs in a thread: a message may have 25 MB. @returns undefined: it cannot be read */
export async function parseMail(source: Uint8Array): Promise<ParsedMail | undefined> {
  const mail = await PostalMime.parse(source, parseOptions).catch(() => undefined);
  if (!mail) return undefined;
  const headers = new Map<string, string>();
  for (const { key, value } of mail.headers) if (!headers.has(key)) headers.set(key, value);
  const [sender] = mailboxesOf(mail.from ? [mail.from] : []);
  const subject = oneLine(mail.subject ?? '').slice(0, maxSubject);
  const fullText = textOf(mail);
  const { pictures, omitted } = filesOf(mail.attachments);
  return {
    from: sender?.address ?? '',
    name: oneLine(sender?.name ?? ''),
    messageId: mail.messageId ?? '',
    contentType: (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '',
    headers,
    recipients: recipientsOf(mail, headers),
    subject,
    text: newText(fullText, subject),
    fullText: tidy(fullText.split('\n')),
    pictures,
    omitted,
  };
}

/** The text part, unless it is empty: some programs send an empty one beside HTML. */
function textOf({ text = '', html = '' }: Email): string {
  const plain = storable(text.slice(0, maxText));
  return plain.trim() === '' ? storable(htmlToText(html.slice(0, 10 * maxText)).slice(0, maxText)) : plain;
}

/** Without characters that PostgreSQL does not store. */
const storable = (text: string): string => text.replaceAll('\0', '').replaceAll(/\r\n?/g, '\n').toWellFormed();

const oneLine = (text: string): string =>
  storable(text)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();

const mailboxesOf = (addresses: readonly Address[]): { name: string; address: string }[] =>
  addresses.flatMap((one) => (one.group ? one.group : one.address === undefined ? [] : [one]));

/** Mail servers note in these headers whom a mail was for, whatever `To` says. */
function recipientsOf(mail: Email, headers: ReadonlyMap<string, string>): string[] {
  const named = mailboxesOf([...(mail.to ?? []), ...(mail.cc ?? [])]).map(({ address }) => address);
  const noted = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'x-delivered-to', 'x-forwarded-to']
    .flatMap((name) => (headers.get(name) ?? '').split(/[\s,]+/))
    .map((address) => address.replace(/^<(.*)>$/, '$1'));
  return [...new Set([...named, ...noted])].filter((address) => address.includes('@'));
}

function filesOf(attachments: readonly Attachment[]): Pick<ParsedMail, 'pictures' | 'omitted'> {
  const pictures: MailPicture[] = [];
  const omitted: OmittedFile[] = [];
  for (const { content: given, filename, mimeType, disposition, related } of attachments) {
    const content = typeof given === 'string' ? Buffer.from(given) : new Uint8Array(given);
    const name = safeFileName(filename ?? '');
    const isInline = disposition !== 'attachment' && related === true;
    if (isInline && content.length < minInlineBytes) continue;
    if (detectPhotoType(content)) pictures.push({ name, content });
    else if (isHeic(content) || /^image\/hei[cf]$/i.test(mimeType)) omitted.push({ name, why: 'heic' });
    else if (!isSilent(mimeType, disposition === 'attachment' && filename !== null)) omitted.push({ name, why: 'no_photo' });
  }
  return { pictures, omitted };
}

/** @param isFile it was attached under a name */
const isSilent = (mimeType: string, isFile: boolean): boolean =>
  signatureTypes.test(mimeType) || (!isFile && alternativeTypes.test(mimeType));
