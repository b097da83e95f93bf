import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/database.ts';
import { HttpError } from '../../../platform/http/errors.ts';
import type { Language } from '../../../platform/lib/languages.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { insertAttachment, requireCanAttach } from '../../files/attachments/actions.ts';
import { maxAttachments } from '../../files/attachments/schemas.ts';
import type { Upload } from '../../files/photos/receive-upload.ts';
import { storeUploads } from '../../files/photos/store-upload.ts';
import { insertComment } from '../../tickets/comments/actions.ts';
import { maxCommentLength } from '../../tickets/comments/schemas.ts';
import { type Actor, canAttach } from '../../visibility.ts';
import type { OpenPortal } from '../portal/queries.ts';
import { maxReportPhotos, reportLimits } from '../portal/schemas.ts';
import { insertReport, lockPortal, placeOf, type ReportPlace, requireWithinDailyQuota } from '../portal/submit-report.ts';
import { composeText, contactOf, withSubject } from './compose-text.ts';
import type { Destination } from './find-destination.ts';
import type { ParsedMail } from './parse-mail.ts';
import { receivePictures } from './pictures.ts';
import { type MessageRef, recordMessage } from './record.ts';
import { intakeTexts } from './texts/texts.ts';

export type StoreDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'storage' | 'jobs' | 'log' | 'subscriptions' | 'deliveries'>;

/** The account may not comment on the ticket any more, or the ticket is closed or gone. */
class CommentRefused extends Error {}

/**
 * Makes a comment or a report of a mail, and records the mail in the same transaction, so that it is made once whatever crashes.
 * @throws AlreadyHandled; 429 the portal has got too many reports today; 500 as storeUploads()
 */
export async function storeMail(deps: StoreDeps, ref: MessageRef, mail: ParsedMail, destination: Destination): Promise<void> {
  const { kind, language } = destination;
  if (kind === 'client') return storeReport(deps, ref, mail, { client_id: destination.clientId, language });
  if (kind === 'admins') return storeReport(deps, ref, mail, { language });
  try {
    await (kind === 'portal' ? storeReport(deps, ref, mail, destination) : storeComment(deps, ref, mail, destination));
  } catch (error) {
    const isGone = error instanceof HttpError && error.status === 404;
    if (!isGone && !(error instanceof CommentRefused)) throw error;
    const heading = kind === 'comment' ? intakeTexts[language].replyTo(destination.ticketId) : '';
    await storeReport(deps, ref, mail, { language, heading });
  }
}

interface ReportOptions {
  language: Language;
  portal?: OpenPortal;
  client_id?: string;
  /** before the text */
  heading?: string;
}

async function storeReport(
  deps: StoreDeps,
  ref: MessageRef,
  mail: ParsedMail,
  { language, portal, client_id = undefined, heading = '' }: ReportOptions,
): Promise<void> {
  const now = deps.clock();
  const place: ReportPlace = portal ? placeOf(portal) : { object_id: null, equipment_id: null, client_id: client_id ?? null };
  const { uploads, leftOut } = await receivePictures(deps.config, mail.pictures, maxReportPhotos);
  const said = withSubject(mail.subject, mail.text || mail.fullText);
  const text = composeText({
    language,
    text: [heading, said].filter(Boolean).join('\n'),
    leftOut: [...mail.omitted, ...leftOut],
    minLength: reportLimits.minText,
    maxLength: reportLimits.maxText,
  });
  await storeUploads(deps, uploads, {
    isGone: () => false,
    check: async (tx) => {
      await recordMessage(tx, ref, mail.from);
      if (portal) await lockPortal(tx, portal);
      else await lockReportsWithoutObject(tx, place.client_id);
      await requireWithinDailyQuota(tx, place, deps.config.quotas.reportsPerObject, now);
    },
    insert: (tx, keys) => {
      const report = { id: crypto.randomUUID(), ...place, text, category: null, floor: '', created_at: now };
      return insertReport(tx, deps, { ...report, contact: contactOf(mail, reportLimits.contact) }, uploads, keys, now);
    },
  });
}

/** Locks the count of the reports without an object of a client, or of those that admins alone see. */
async function lockReportsWithoutObject(tx: Tx, clientId: string | null): Promise<void> {
  if (clientId !== null) await tx.selectFrom('users').select('id').where('id', '=', clientId).forKeyShare().execute();
  await sql`select pg_advisory_xact_lock(hashtextextended('reports of ' || ${clientId ?? ''}::text, 0))`.execute(tx);
}

async function storeComment(
  deps: StoreDeps,
  ref: MessageRef,
  mail: ParsedMail,
  { actor, ticketId, language }: Extract<Destination, { kind: 'comment' }>,
): Promise<void> {
  const now = deps.clock();
  const free = mail.pictures.length === 0 ? 0 : await countFreeAttachments(deps.db.read, actor, ticketId);
  const { uploads, leftOut } = await receivePictures(deps.config, mail.pictures, Math.min(free, maxReportPhotos));
  const parts = { language, leftOut: [...mail.omitted, ...leftOut], minLength: 1, maxLength: maxCommentLength };
  const text = composeText({ ...parts, text: mail.text });
  await storeUploads(deps, uploads, {
    isGone: () => false,
    check: async (tx) => {
      await recordMessage(tx, ref, mail.from);
      if (uploads.length > 0) await requireCanAttach(tx, actor, ticketId, true);
    },
    insert: (tx, keys) => insertReply(tx, deps, { actor, ticketId, text, uploads, keys }, now),
  });
}

interface Reply {
  actor: Actor;
  ticketId: number;
  text: string;
  uploads: readonly Upload[];
  /** of the uploads in the storage */
  keys: readonly string[];
}

async function insertReply(tx: Tx, deps: StoreDeps, { actor, ticketId, text, uploads, keys }: Reply, now: Date): Promise<void> {
  const comment = await insertComment(tx, deps.subscriptions, actor, ticketId, { text }, now);
  if (!comment) throw new CommentRefused();
  const place = { kind: 'comment', comment_id: comment.id } as const;
  for (const [i, upload] of uploads.entries())
    await insertAttachment(tx, deps, actor, ticketId, { ...place, ...upload, storage_key: keys[i] ?? '' });
}

/** @returns how many photos the account may add to the ticket */
async function countFreeAttachments(db: Db, actor: Actor, ticketId: number): Promise<number> {
  const ticket = await db
    .selectFrom('tickets as t')
    .select(canAttach(actor).as('allowed'))
    .select(
      sql<number>`(select count(*)::integer from ticket_attachments as a where a.ticket_id = t.id and a.kind <> 'signature')`.as(
        'n',
      ),
    )
    .where('t.id', '=', ticketId)
    .where('t.status', '!=', 'closed')
    .executeTakeFirst();
  return ticket?.allowed ? Math.max(0, maxAttachments - ticket.n) : 0;
}
