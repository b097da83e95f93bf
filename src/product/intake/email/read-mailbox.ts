import type { IntakeOptions } from '../../../platform/config/config.ts';
import { days } from '../../../platform/lib/duration.ts';
import type { Caller } from '../../../platform/lib/fair-queue.ts';
import { moduleUrl } from '../../../platform/lib/module-url.ts';
import { TaskEnded, ThreadTask } from '../../../platform/threads/thread-task.ts';
import type { StoreDeps } from './actions.ts';
import type { LeaveReason } from './automatic.ts';
import { handleMail, leaveMail } from './handle-mail.ts';
import { Mailbox, type StoredMessage } from './mailbox.ts';
import type { ParsedMail, parseMail } from './parse-mail.ts';
import { AlreadyHandled, findHandled, type MessageRef } from './record.ts';

/** A message that cannot be handled is tried again for so long. */
const giveUpAfterMs = days(3);
/** Messages that are older count as this old, so that their rows are kept for weeks. */
const maxAgeMs = days(7);
/** Failures in a row that are no fault of one message: the database or the storage does not work. */
const maxFailures = 3;
const batchSize = 500;

/**
 * Handles all new messages of the mailbox, each once: what is made of a message is recorded in the same transaction, and only then the
 * message is marked as seen.
 * @param ended no further message is begun: the service stops, or another instance has taken over
 * @returns how many were handled
 * @throws the first error, after all messages that can be handled were
 */
export async function readMailbox(deps: StoreDeps, intake: IntakeOptions, ended?: AbortSignal): Promise<number> {
  const mailbox = await Mailbox.open(intake);
  let [handled, failures] = [0, 0];
  let firstError: unknown;
  try {
    const uids = await mailbox.listNew();
    for (let at = 0; at < uids.length; at += batchSize) {
      const batch = uids.slice(at, at + batchSize);
      const known = await findHandled(deps.db.read, mailbox.ref, batch);
      for (const uid of batch) {
        if (ended?.aborted || failures === maxFailures) break;
        try {
          // A crash before it was marked.
          if (!known.has(uid)) await handleMessage(deps, intake, mailbox, uid);
          await mailbox.markSeen(uid);
          handled++;
          failures = 0;
        } catch (error) {
          firstError ??= error;
          failures++;
        }
      }
    }
  } finally {
    await mailbox.close();
  }
  if (firstError) throw firstError;
  return handled;
}

async function handleMessage(deps: StoreDeps, intake: IntakeOptions, mailbox: Mailbox, uid: number): Promise<void> {
  const message = await mailbox.read(uid);
  if (!message) return;
  const now = deps.clock();
  const receivedAt = plausibleTime(message.receivedAt, now);
  const ref: MessageRef = { ...mailbox.ref, uid, receivedAt };
  try {
    const reason = await parseAndHandle(deps, intake, ref, message);
    if (reason) deps.log.info({ uid, reason }, 'nothing was made of a mail');
  } catch (error) {
    if (error instanceof AlreadyHandled) return;
    if (now.getTime() - receivedAt.getTime() < giveUpAfterMs) throw error;
    deps.log.error({ err: error, uid }, 'a mail cannot be handled and is left');
    await leaveMail(deps, ref, senderOf(message), 'failed');
  }
}

/** When a message came, also when the clock of the mail server is ahead, or it does not say. */
function plausibleTime(receivedAt: Date | undefined, now: Date): Date {
  const time = receivedAt?.getTime() ?? now.getTime();
  return new Date(Math.min(Math.max(time, now.getTime() - maxAgeMs), now.getTime()));
}

async function parseAndHandle(
  deps: StoreDeps,
  intake: IntakeOptions,
  ref: MessageRef,
  message: StoredMessage,
): Promise<LeaveReason | undefined> {
  if (!message.source) return leaveMail(deps, ref, senderOf(message), 'too_large');
  const mail = await parseInThread(message.source);
  return mail ? handleMail(deps, intake, ref, mail) : leaveMail(deps, ref, senderOf(message), 'failed');
}

const maxSubject = 500;

const senderOf = ({ from, subject }: StoredMessage) => ({
  from: from.toLowerCase(),
  subject: subject.replaceAll('\0', '').toWellFormed().slice(0, maxSubject),
});

const parsing = new ThreadTask<typeof parseMail>(moduleUrl('./parse-mail', import.meta.url), 'parseMail');
const mailReader: Caller = { key: 'intake' };

/**
 * Parses a mail in a thread. @returns undefined: it cannot be read, or takes too long or too much memory
 * @throws QueueFull
 */
async function parseInThread(source: Uint8Array): Promise<ParsedMail | undefined> {
  try {
    return await parsing.run(mailReader, source);
  } catch (error) {
    if (error instanceof TaskEnded) return undefined;
    throw error;
  }
}
