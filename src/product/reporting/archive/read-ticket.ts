import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import type { PhotoType } from '../../../platform/storage/photo-type.ts';
import { authorRole } from '../../tickets/comments/queries.ts';
import { type TicketRow, ticketColumns } from '../../tickets/queries.ts';
import { type ArchivedTicket, formatVersion } from './format.ts';
import {
  readAppointments,
  readChecklist,
  readCosts,
  readEdits,
  readEquipment,
  readHolds,
  readLinks,
  readQuotes,
  readTags,
} from './read-additions.ts';
import '../../tickets/chain/tables.ts';
import '../../tickets/comments/tables.ts';
import '../../files/attachments/tables.ts';
import '../../tickets/reassignment/tables.ts';
import '../../files/photos/tables.ts';

/** A stored file of a ticket, and where it goes in the bundle. */
export interface SourceFile {
  storageKey: string;
  /** in the folder of the ticket */
  file: string;
}

/** A ticket as it was read, before its journal and its files. */
export interface TicketRecord {
  ticket: Omit<ArchivedTicket, 'journal' | 'photos' | 'attachments'>;
  photos: (Omit<ArchivedTicket['photos'][number], 'file' | 'sha256'> & SourceFile)[];
  attachments: (Omit<ArchivedTicket['attachments'][number], 'file' | 'sha256'> & SourceFile)[];
}

/**
 * What changes whenever something changes that a bundle contains, over `tickets as t`. Comments, attachments and corrections of a closed
 * ticket cannot change, but the names of their authors can; and a bundle must not miss one.
 */
const version: RawBuilder<string> = sql`hashtextextended(concat_ws(' ', t::text,
  (select head::text || entries from ticket_chains where ticket_id = t.id),
  (select array_agg(id order by id)::text from ticket_events where ticket_id = t.id),
  (select 'photos ' || array_agg(id || uploader_name order by id)::text from ticket_photos where ticket_id = t.id),
  (select 'attachments ' || array_agg(id || author_name order by id)::text from ticket_attachments where ticket_id = t.id),
  (select 'comments ' || array_agg(id || author_name order by id)::text from ticket_comments where ticket_id = t.id),
  (select 'hand-backs ' || array_agg(id || worker_name order by id)::text from ticket_hand_backs where ticket_id = t.id),
  (select 'holds ' || array_agg(id || by_name order by id)::text from ticket_holds where ticket_id = t.id),
  (select 'appointments ' || array_agg(id || set_by_name order by id)::text from ticket_appointments where ticket_id = t.id),
  (select 'costs ' || array_agg(id || worker_name || created_by_name order by id)::text from ticket_costs where ticket_id = t.id),
  (select 'cost edits ' || array_agg(id || worker_name || actor_name order by id)::text from ticket_cost_edits where ticket_id = t.id),
  (select 'quotes ' || array_agg(id || sent_by_name || answered_by_name order by id)::text from ticket_quotes where ticket_id = t.id),
  (select 'checklist ' || array_agg(concat(item_id, value, photo_id, answered_by_name) order by id)::text
    from ticket_checklist_items where ticket_id = t.id),
  (select 'edits ' || array_agg(id || actor_name order by id)::text from ticket_edits where ticket_id = t.id),
  (select 'links ' || array_agg(id order by id)::text from ticket_links where t.id in (from_id, to_id)),
  (select 'tags ' || array_agg(tag order by position)::text from ticket_tags where ticket_id = t.id),
  (select 'equipment ' || q.id || q.name from ticket_equipment as e join equipment as q on q.id = e.equipment_id where e.ticket_id = t.id),
  (select 'people ' || array_agg(name order by id)::text from users where id in (t.client_id, t.worker_id))), 0)::text`;

/** The versions of those of the tickets that are closed. */
export async function readVersions(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; version: string }>`
    select t.id, ${version} as version from tickets as t
    where t.id = any(${ids}::integer[]) and t.status = 'closed' order by t.id`.execute(db);
  return new Map(rows.map(({ id, version: found }) => [id, found]));
}

/** Reads all that a bundle contains of a ticket, but its journal and its files. @returns undefined when it was deleted */
export async function readTicket(db: Db, id: number): Promise<TicketRecord | undefined> {
  const { rows } = await sql<TicketRow & { reference: string | null }>`
    select ${ticketColumns}, t.reference from tickets as t where t.id = ${id}`.execute(db);
  if (!rows[0]) return undefined;
  const { reference, ...row } = rows[0];
  const [
    chain,
    replacements,
    comments,
    hand_backs,
    holds,
    appointments,
    checklist,
    edits,
    links,
    tags,
    costs,
    quotes,
    equipment,
    photos,
    attachments,
  ] = await Promise.all([
    readChain(db, id),
    readReplacements(db, id),
    readComments(db, id),
    readHandBacks(db, id),
    readHolds(db, id),
    readAppointments(db, id),
    readChecklist(db, id),
    readEdits(db, id),
    readLinks(db, id),
    readTags(db, id),
    readCosts(db, id),
    readQuotes(db, id),
    readEquipment(db, id),
    readPhotos(db, id),
    readAttachments(db, id),
  ]);
  const records = {
    ...(replacements.length > 0 && { replacements }),
    ...(costs && { costs }),
    ...(quotes.length > 0 && { quotes }),
  };
  return {
    ticket: {
      ...present(row),
      ...(reference !== null && { reference }),
      chain,
      ...records,
      comments,
      hand_backs,
      holds,
      appointments,
      checklist,
      edits,
      links,
      tags,
      equipment,
    },
    photos,
    attachments,
  };
}

const factNames = [
  'assigned_at',
  'started_at',
  'done_at',
  'confirmed_at',
  'rejected_at',
  'reject_reason',
  'cancel_reason',
] as const;

/** Accounts are names, as in the journal: an id would say nothing once the account is gone. */
function present(row: TicketRow) {
  const { id, status, category, priority, description, floor, address, client_name, worker_name, rework_count, created_at } = row;
  const facts = Object.fromEntries(factNames.flatMap((name) => (row[name] === null ? [] : [[name, String(row[name])]])));
  return {
    format: formatVersion,
    ...{ id, status, category, priority, description, floor, address },
    project: { id: row.project_id, name: row.project_name },
    object: { id: row.object_id, name: row.object_name },
    ...{ client_name, worker_name, created_at, closed_at: row.closed_at ?? '', facts, rework_count },
  } as const;
}

/** Entries of a journal, which may have any number, that are read at a time. */
const batchSize = 100;

/** Reads the journal of a ticket in batches, in the form that a hash covers (031_journal_chain.sql). */
export async function* readJournal(db: Db, ticketId: number): AsyncGenerator<ArchivedTicket['journal'], void> {
  let lastId: number | undefined = Number.MIN_SAFE_INTEGER;
  while (lastId !== undefined) {
    const entries: ArchivedTicket['journal'] = await db
      .selectFrom('ticket_events as e')
      .select(['e.ticket_id', 'e.id', 'e.action'])
      .select(sql<string>`coalesce(e.from_status::text, '')`.as('from_status'))
      .select(['e.to_status', 'e.actor_name', 'e.comment', 'e.created_at', 'e.photo_id'])
      .select([sql<string | null>`encode(e.photo_sha256, 'hex')`.as('photo_sha256')])
      .select([sql<string | null>`encode(e.chain_hash, 'hex')`.as('hash')])
      .where('e.ticket_id', '=', ticketId)
      .where('e.id', '>', lastId)
      .orderBy('e.id')
      .limit(batchSize)
      .execute();
    if (entries.length > 0) yield entries;
    lastId = entries.at(-1)?.id;
  }
}

async function readChain(db: Db, ticketId: number) {
  const chain = await db
    .selectFrom('ticket_chains')
    .select([sql<string>`encode(head, 'hex')`.as('head'), 'entries', 'since'])
    .where('ticket_id', '=', ticketId)
    .executeTakeFirst();
  return chain ?? null;
}

const readReplacements = (db: Db, ticketId: number) =>
  db
    .selectFrom('journal_replacements')
    .select(['ticket_id', 'id', 'entry_id', 'after_entry_id', 'replaced_at', 'replaced_by'])
    .select(sql<string>`encode(entry_hash, 'hex')`.as('entry_hash'))
    .select(sql<string>`encode(content_hash, 'hex')`.as('content_hash'))
    .where('ticket_id', '=', ticketId)
    .orderBy('id')
    .execute();

/** Without internal ones: a bundle is evidence that is handed on as it is. */
const readComments = (db: Db, ticketId: number) =>
  db
    .selectFrom('ticket_comments')
    .select(['id', 'author_name', authorRole.as('author_role'), 'text', 'created_at'])
    .where('ticket_id', '=', ticketId)
    .where('is_internal', '=', false)
    .orderBy('id')
    .execute();

const readHandBacks = (db: Db, ticketId: number) =>
  db
    .selectFrom('ticket_hand_backs')
    .select(['worker_name', 'reason', 'created_at'])
    .where('ticket_id', '=', ticketId)
    .orderBy('id')
    .execute();

const fileColumns = ['id', 'storage_key as storageKey', 'original_name', 'content_type', 'size_bytes', 'created_at'] as const;

async function readPhotos(db: Db, ticketId: number) {
  const photos = db.selectFrom('ticket_photos').select(fileColumns).select('uploader_name');
  const rows = await photos.where('ticket_id', '=', ticketId).orderBy('id').execute();
  return rows.map((row) => ({ ...row, file: fileNameOf('photos', row) }));
}

async function readAttachments(db: Db, ticketId: number) {
  const attachments = db
    .selectFrom('ticket_attachments')
    .select(fileColumns)
    .select(['kind', 'comment_id', 'author_name', 'signed_by']);
  const ofAll = attachments.where('ticket_id', '=', ticketId).where('is_internal', '=', false);
  const rows = await ofAll.orderBy('id').execute();
  return rows.map((row) => ({ ...row, file: fileNameOf('attachments', row) }));
}

/** The names that people gave are in ticket.json: as names of files they could repeat, or mean something to a file system. */
const fileNameOf = (folder: string, { id, content_type }: { id: number; content_type: PhotoType }): string =>
  `${folder}/${id}.${{ 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' }[content_type]}`;
