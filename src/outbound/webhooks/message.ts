import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { HttpError } from '../../platform/http/errors.ts';
import { getTicket } from '../../product/tickets/queries.ts';
import { getQuote } from '../../product/tickets/quotes/queries.ts';
import { type Actor, seesProject } from '../../product/visibility.ts';
import type { MessageType } from './events.ts';

/** What an event is about. */
export interface Subject {
  event: MessageType;
  ticket_id: number | null;
  project_id: number | null;
  details: Record<string, unknown>;
  created_at: string;
}

/** A test is about nothing, and of a deleted project nothing is left to see. */
const isAboutNothing = (event: MessageType): boolean => event === 'test' || event === 'project_deleted';

/** @returns whether the owner of a webhook may see the ticket or project of an event, as the API decides it */
export async function isVisible(db: Db, owner: Actor, { event, ticket_id, project_id }: Subject): Promise<boolean> {
  if (isAboutNothing(event)) return true;
  if (ticket_id !== null) return (await readTicket(db, owner, ticket_id)) !== undefined;
  const project = await db
    .selectFrom('projects as p')
    .select('p.id')
    .where('p.id', '=', project_id)
    .where(seesProject(owner))
    .executeTakeFirst();
  return project !== undefined;
}

/**
 * Makes the body of a message, with the ticket as `GET /tickets/{id}` shows it to the owner of the webhook now.
 * @returns undefined when the owner may not see it
 */
export async function composeBody(db: Db, owner: Actor, subject: Subject): Promise<string | undefined> {
  const { event, ticket_id, project_id, created_at } = subject;
  const ticket = ticket_id === null ? undefined : await readTicket(db, owner, ticket_id);
  if (ticket_id === null ? !(await isVisible(db, owner, subject)) : !ticket) return undefined;
  if (subject.details['internal'] === true && owner.role !== 'admin') return undefined;
  const found = await detailsOf(db, subject);
  if (!found) return undefined; // the ticket was deleted after it was read
  const { ticket_id: _ticket, project_id: _project, ...details } = found;
  const data = {
    ...(ticket && { ticket_id }),
    ...(!isAboutNothing(event) && { project_id: ticket?.project_id ?? project_id }),
    ...details,
    ...(ticket && { ticket }),
  };
  return JSON.stringify({ type: event, timestamp: created_at, data });
}

async function readTicket(db: Db, owner: Actor, id: number) {
  try {
    return await getTicket(db, owner, id);
  } catch (error) {
    if (error instanceof HttpError && (error.status === 403 || error.status === 404)) return undefined;
    throw error;
  }
}

/** What happened, beside the ticket. */
async function detailsOf(db: Db, { event, details, created_at }: Subject): Promise<Record<string, unknown> | undefined> {
  if (event === 'photo_added') return readPhotoEntry(db, details['event_id']);
  if ('event_id' in details) return readEntry(db, details['event_id']);
  if (event === 'attachment_added') return readAttachment(db, details['attachment_id']);
  if (event === 'object_changed') return readObject(db, details);
  if (event === 'project_deleted') return { project: { id: details['project_id'], name: details['project_name'] } };
  if (event === 'comment_added') {
    const { comment_id: id, author_id, author_name, text, internal = false } = details;
    return { comment: { id, author_id, author_name, text, internal } };
  }
  if (event === 'ticket_edited') return readEdits(db, details['edit_ids']);
  if (event === 'handed_back') return readHandBack(db, details['hand_back_id']);
  if (event === 'ticket_on_hold' || event === 'hold_ended') return readHold(db, details);
  if (event === 'appointment_set' || event === 'appointment_canceled') return readAppointment(db, details);
  if (event === 'quote_sent' || event === 'quote_answered') return readQuote(db, details, created_at);
  if (event === 'appointment_answered') return readAnswer(db, details);
  if (event === 'worker_on_the_way') return readOnTheWay(db, details);
  if (event === 'invitation') return readInvitation(db, details);
  const { step: _step, ...rest } = details;
  return rest;
}

async function readEntry(db: Db, id: unknown): Promise<Record<string, unknown> | undefined> {
  const { rows } = await sql<Record<string, string | number | null>>`
    select id, from_status, to_status, actor_id, actor_name, comment from ticket_events where id = ${id}`.execute(db);
  const [entry] = rows;
  if (!entry) return undefined;
  const { id: journal_id, from_status, to_status, actor_id, actor_name, comment } = entry;
  return { journal_id, from_status, to_status, actor: { id: actor_id, name: actor_name }, reason: comment };
}

async function readPhotoEntry(db: Db, id: unknown): Promise<Record<string, unknown> | undefined> {
  const { rows } = await sql<Record<string, string | number | null>>`
    select id, actor_id, actor_name, photo_id, comment from ticket_events where id = ${id}`.execute(db);
  const [entry] = rows;
  if (!entry) return undefined;
  const { id: journal_id, actor_id, actor_name, photo_id, comment } = entry;
  return { journal_id, actor: { id: actor_id, name: actor_name }, photo: { id: photo_id, original_name: comment } };
}

async function readAttachment(db: Db, id: unknown): Promise<Record<string, unknown> | undefined> {
  const { rows } = await sql<Record<string, string | number | null>>`
    select id, original_name, kind, comment_id, author_id, author_name from ticket_attachments where id = ${id}`.execute(db);
  const [found] = rows;
  if (!found) return undefined;
  const { author_id, author_name, ...attachment } = found;
  return { actor: { id: author_id, name: author_name }, attachment };
}

async function readObject(db: Db, { object_id, change }: Record<string, unknown>): Promise<Record<string, unknown> | undefined> {
  const { rows } = await sql<Record<string, unknown>>`
    select id, name, address, is_active from objects where id = ${object_id}`.execute(db);
  return rows[0] && { change, object: rows[0] };
}

async function readEdits(db: Db, ids: unknown): Promise<Record<string, unknown> | undefined> {
  const { rows } = await sql<Record<string, string | null>>`
    select field, old_value, new_value, actor_id, actor_name from ticket_edits
    where id in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)) order by id`.execute(db);
  const [first] = rows;
  if (!first) return undefined;
  const changes = rows.map(({ field, old_value, new_value }) => ({ field, from: old_value, to: new_value }));
  return { changes, actor: { id: first['actor_id'], name: first['actor_name'] } };
}

async function readHandBack(db: Db, id: unknown): Promise<Record<string, unknown> | undefined> {
  const { rows } = await sql<Record<string, string | null>>`
    select worker_id, worker_name, actor_id, actor_name, reason from ticket_hand_backs where id = ${id}`.execute(db);
  const [handBack] = rows;
  if (!handBack) return undefined;
  const { worker_id, worker_name, actor_id, actor_name, reason } = handBack;
  const actor = actor_name ? { actor: { id: actor_id, name: actor_name } } : {}; // who acted for the worker
  return { worker: { id: worker_id, name: worker_name }, ...actor, reason };
}

async function readHold(db: Db, { hold_id, actor_id }: Record<string, unknown>): Promise<Record<string, unknown> | undefined> {
  const { rows } = await sql<Record<string, string | null>>`
    select h.reason, h.note, h.since, h.until, h.ended_at, h.end_reason, h.by_id, h.by_name,
      coalesce((select name from users where id = ${actor_id}), '') as actor_name
    from ticket_holds as h where h.id = ${hold_id}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { by_id, by_name, actor_name, ...hold } = row;
  return { hold: { ...hold, by: { id: by_id, name: by_name } }, actor: { id: actor_id, name: actor_name } };
}

async function readOnTheWay(db: Db, { actor_id, at }: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ name: string }>`select name from users where id = ${actor_id}`.execute(db);
  return { on_the_way_at: at, actor: { id: rows[0] ? actor_id : null, name: rows[0]?.name ?? '' } };
}

async function readAppointment(
  db: Db,
  { appointment_id, actor_id }: Record<string, unknown>,
): Promise<Record<string, unknown> | undefined> {
  const { rows } = await sql<Record<string, string | null>>`
    select a.from_at as "from", a.to_at as "to", a.note, a.set_at, a.answer, a.ended_at, a.end_reason, a.set_by, a.set_by_name,
      coalesce((select name from users where id = ${actor_id}), '') as actor_name
    from ticket_appointments as a where a.id = ${appointment_id}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { set_by, set_by_name, actor_name, ...appointment } = row;
  return {
    appointment: { ...appointment, set_by: { id: set_by, name: set_by_name } },
    actor: { id: actor_id, name: actor_name },
  };
}

async function readQuote(
  db: Db,
  { quote_id, actor_id }: Record<string, unknown>,
  at: string,
): Promise<Record<string, unknown> | undefined> {
  const { rows } = await sql<{ actor_name: string }>`
    select coalesce((select name from users where id = ${actor_id}), '') as actor_name
    from ticket_quotes where id = ${quote_id}`.execute(db);
  if (!rows[0]) return undefined;
  const {
    ticket_id: _ticket,
    sent_by,
    sent_by_name,
    answered_by,
    answered_by_name,
    ...quote
  } = await getQuote(db, Number(quote_id), new Date(at));
  return {
    quote: {
      ...quote,
      sent_by: { id: sent_by || null, name: sent_by_name },
      answered_by: { id: answered_by || null, name: answered_by_name },
    },
    actor: { id: actor_id, name: rows[0].actor_name },
  };
}

/** The answer of whoever reported the problem, with the appointment, or the times that were declined together. */
async function readAnswer(db: Db, details: Record<string, unknown>): Promise<Record<string, unknown> | undefined> {
  const { appointment_id, offer_id, answer, note } = details;
  if (offer_id === undefined) {
    const found = await readAppointment(db, { appointment_id, actor_id: null });
    return found && { answer, note, appointment: found['appointment'], windows: null };
  }
  const { rows } = await sql<{ windows: unknown }>`select windows from ticket_appointment_offers where id = ${offer_id}`.execute(
    db,
  );
  return rows[0] && { answer, note, appointment: null, windows: rows[0].windows };
}

async function readInvitation(db: Db, { project_id, worker_id, actor_id, expires_at }: Record<string, unknown>) {
  const { rows } = await sql<Record<string, string | null>>`
    select (select name from projects where id = ${project_id}) as project_name,
      (select name from users where id = ${worker_id}) as worker_name,
      (select name from users where id = ${actor_id}) as actor_name`.execute(db);
  // A name is null when its account or project was deleted meanwhile.
  const { project_name, worker_name, actor_name } = rows[0] ?? {};
  const worker = { id: worker_id, name: worker_name ?? '' };
  return { project_name: project_name ?? '', worker, actor: { id: actor_id, name: actor_name ?? '' }, expires_at };
}
