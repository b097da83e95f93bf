import type { IntakeOptions } from '../../../platform/config/config.ts';
import { HttpError } from '../../../platform/http/errors.ts';
import { type StoreDeps, storeMail } from './actions.ts';
import { type LeaveReason, reasonToLeave } from './automatic.ts';
import { findDestination } from './find-destination.ts';
import type { ParsedMail } from './parse-mail.ts';
import { hasReachedLimit, type MessageRef, recordMessage } from './record.ts';

/**
 * Makes a report or a comment of a mail, or records why not.
 * @returns why nothing was made of it
 * @throws AlreadyHandled; other errors, after which it is tried again
 */
export async function handleMail(
  deps: StoreDeps,
  intake: IntakeOptions,
  ref: MessageRef,
  mail: ParsedMail,
): Promise<LeaveReason | undefined> {
  const sender = { from: mail.from.toLowerCase(), subject: mail.subject };
  const reason = await reasonOf(deps, intake, mail, sender.from, ref.receivedAt);
  if (reason) return leaveMail(deps, ref, sender, reason);
  const destination = await findDestination(deps.db.read, deps.config, intake, mail);
  if (destination.kind === 'comment' && !hasContent(mail, mail.text)) return leaveMail(deps, ref, sender, 'empty');
  try {
    await storeMail(deps, ref, { ...mail, from: sender.from }, destination);
    return undefined;
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 429) throw error;
    return leaveMail(deps, ref, sender, 'too_many');
  }
}

/** Records that nothing is made of a message. @returns why @throws AlreadyHandled */
export async function leaveMail(
  { db }: Pick<StoreDeps, 'db'>,
  ref: MessageRef,
  { from, subject }: { from: string; subject: string },
  reason: LeaveReason,
): Promise<LeaveReason> {
  await db.transaction((tx) => recordMessage(tx, ref, from, { reason, subject }));
  return reason;
}

async function reasonOf(
  { db, config }: StoreDeps,
  intake: IntakeOptions,
  mail: ParsedMail,
  from: string,
  receivedAt: Date,
): Promise<LeaveReason | undefined> {
  const own = [intake.address, ...(config.smtp ? [addressOf(config.smtp.from).toLowerCase()] : [])];
  const reason = reasonToLeave(mail, own);
  if (reason) return reason;
  if (!hasContent(mail, mail.subject + mail.text + mail.fullText)) return 'empty';
  return (await hasReachedLimit(db.read, from, receivedAt)) ? 'too_many' : undefined;
}

const hasContent = ({ pictures, omitted }: ParsedMail, text: string): boolean =>
  text.trim() !== '' || pictures.length + omitted.length > 0;

/** The address of `Callout <callout@example.com>`. */
const addressOf = (mailbox: string): string => /<([^<>]+)>$/.exec(mailbox)?.[1] ?? mailbox;
