import { HttpError } from '../../../platform/http/errors.ts';
import type { Caller } from '../../../platform/lib/fair-queue.ts';
import type { Language } from '../../../platform/lib/languages.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { thumbToJpeg } from '../../files/thumbs/make-thumb.ts';
import { type ThumbStore, thumbStoreOf } from '../../files/thumbs/thumb-store.ts';
import { getChain } from '../../tickets/chain/queries.ts';
import type { JobSheetData, JobSheetPhoto } from './job-sheet-data.ts';
import {
  type PhotoFile,
  readAppointment,
  readAttachments,
  readChecklist,
  readComments,
  readCosts,
  readEdits,
  readEvents,
  readHold,
  readPhotos,
  readSignatures,
  readTicket,
} from './queries.ts';

type CollectDeps = Pick<Deps, 'db' | 'storage' | 'clock' | 'config' | 'metrics' | 'jobs' | 'log'>;

interface Collected {
  ticketId: number;
  language: Language;
  /** the name of a time zone in the IANA database */
  timezone: string;
  now: Date;
  /** whether who asks sees the costs of the ticket */
  showsCosts: boolean;
  /** who asks: callers take turns */
  caller: Caller;
}

/**
 * Reads what the job sheet of a ticket shows. Whether somebody may see the ticket is up to the caller.
 * @throws 404; QueueFull when too many reads, or photos to be decoded, wait; CallerGone
 */
export async function collectJobSheet(deps: CollectDeps, options: Collected): Promise<JobSheetData> {
  const { ticketId, language, timezone, now, caller, showsCosts } = options;
  const db = deps.db.read;
  const [ticket, hold, appointment, costs, checklist, events, edits, comments, photos, attachments, signatures, chain] =
    await Promise.all([
      readTicket(db, ticketId, now),
      readHold(db, ticketId, now),
      readAppointment(db, ticketId),
      showsCosts ? readCosts(db, ticketId) : null,
      readChecklist(db, ticketId),
      readEvents(db, ticketId),
      readEdits(db, ticketId),
      readComments(db, ticketId),
      readPhotos(db, ticketId),
      readAttachments(db, ticketId),
      readSignatures(db, ticketId),
      deps.db.heavyRead(caller, (heavy) => getChain(heavy, ticketId, { limit: 1, offset: 0 }, caller.isGone)),
    ]);
  const thumbs = thumbStoreOf(deps);
  const read = (files: readonly PhotoFile[] = []) => readAll(files, thumbs, caller);
  const shownComments = [];
  for (const { id, ...comment } of comments.items) shownComments.push({ ...comment, photos: await read(attachments.get(id)) });
  const reported = attachments.get(undefined) ?? [];
  const { before, after } = beforeAndAfter(reported, photos.items, ticket.ticket.done_at !== undefined);
  const { ok, reason, head, entries, since } = chain;
  return {
    language,
    timezone,
    printedAt: now.toISOString(),
    branding: deps.config.branding,
    ...ticket,
    hold,
    appointment,
    costs,
    checklist,
    events: events.items,
    earlierEvents: events.earlier,
    edits: edits.items,
    earlierEdits: edits.earlier,
    comments: shownComments,
    earlierComments: comments.earlier,
    before: await read(before),
    after: await read(after),
    furtherPhotos: photos.further,
    signatures: await read(signatures),
    chain: { ok, head, entries, ...(reason && { reason }), ...(since && { since }) },
  };
}

/**
 * Which photos show the state before the work, and which its result. As in the console, the first one of several that the worker took
 * shows what was broken; a single one does so only until the work is done, and where the report has no picture.
 * @param reported pictures of the report
 * @param work photos of the work, in the order of time
 */
export function beforeAndAfter<Photo>(
  reported: readonly Photo[],
  work: readonly Photo[],
  isDone: boolean,
): { before: readonly Photo[]; after: readonly Photo[] } {
  const [first, ...later] = work;
  const showsDamage = later.length > 0 || (reported.length === 0 && !isDone);
  return first !== undefined && showsDamage ? { before: [...reported, first], after: later } : { before: reported, after: work };
}

/** One after the other, so that a job sheet has one photo at a time decoded. */
async function readAll(files: readonly PhotoFile[], thumbs: ThumbStore, caller: Caller): Promise<JobSheetPhoto[]> {
  const photos: JobSheetPhoto[] = [];
  for (const { file, ...photo } of files) {
    const jpeg = await thumbs.read(file, caller).then(thumbToJpeg).catch(nullIfUnreadable);
    photos.push({ ...photo, jpeg });
  }
  return photos;
}

/** A photo that is missing or cannot be decoded, or a storage that fails, does not prevent the job sheet. */
function nullIfUnreadable(error: unknown): null {
  if (error instanceof HttpError) return null;
  throw error;
}
