import { sql } from 'kysely';
import { senderIdOf } from '../../../platform/audit/audit-log.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { errorMessages } from '../../../platform/http/error-messages.ts';
import { badRequest, conflict, forbidden, invalidValue, notFound } from '../../../platform/http/errors.ts';
import { isStorable } from '../../../platform/lib/text.ts';
import { type Actor, isAssignee, seesTicket } from '../../visibility.ts';
import { lockArrangeable } from '../lock-arrangeable.ts';
import { notifyTicketChanged } from '../notify-change.ts';
import { getTicketChecklist } from './queries.ts';
import { type Answers, type AnswerValue, type ItemKind, maxAnswerLength, maxNumber, type TicketChecklist } from './schemas.ts';
import './tables.ts';

/**
 * Copies a checklist to a ticket in place of the one that it has. The checklist that it has already is left as it is, with its answers.
 * @throws 404 no such ticket or checklist, 403 the ticket is not visible or not the actor's to arrange, 400 a checklist of another
 * client, 409 the ticket is closed
 */
export async function putTicketChecklist(tx: Tx, actor: Actor, ticketId: number, checklistId: number): Promise<TicketChecklist> {
  const { client_id } = await lockUnclosed(tx, actor, ticketId);
  await lockUsableChecklist(tx, actor, checklistId, client_id);
  await copyChecklists(tx, [{ ticketId, checklistId }]);
  await notifyTicketChanged(tx, ticketId);
  return getTicketChecklist(tx, ticketId);
}

/**
 * Locks a checklist that is copied to tickets of a client: one of that client or of the admins.
 * @throws 404 missing or not visible, 400 of another client
 */
export async function lockUsableChecklist(tx: Tx, actor: Actor, id: number, clientId: string): Promise<void> {
  const checklists = tx.selectFrom('checklists').select('client_id').where('id', '=', id);
  const checklist = await checklists.forKeyShare().executeTakeFirst();
  if (!checklist) throw notFound('checklist');
  if (checklist.client_id === null || checklist.client_id === clientId) return;
  if (actor.role !== 'admin') throw notFound('checklist');
  throw badRequest('checklist_of_other_client', errorMessages.checklistOfOtherClient);
}

/** Copies checklists to locked or new tickets, except to those that have a copy of theirs. */
export async function copyChecklists(tx: Tx, copies: readonly { ticketId: number; checklistId: number }[]): Promise<void> {
  if (copies.length === 0) return;
  const wanted = sql`unnest(${copies.map(({ ticketId }) => ticketId)}::integer[], ${copies.map(({ checklistId }) => checklistId)}::integer[])
    as wanted (ticket_id, checklist_id)`;
  await sql`
    delete from ticket_checklists as copy using ${wanted}
    where copy.ticket_id = wanted.ticket_id and copy.checklist_id is distinct from wanted.checklist_id`.execute(tx);
  await sql`
    with copy as (
      insert into ticket_checklists (ticket_id, checklist_id, name)
      select wanted.ticket_id, c.id, c.name from ${wanted} join checklists as c on c.id = wanted.checklist_id
      on conflict (ticket_id) do nothing
      returning ticket_id, checklist_id
    )
    insert into ticket_checklist_items (ticket_id, item_id, position, label, kind, required, unit, min, max, choices)
    select copy.ticket_id, (item ->> 'id')::uuid, position, item ->> 'label', item ->> 'kind', (item ->> 'required')::boolean,
      item ->> 'unit', (item ->> 'min')::numeric, (item ->> 'max')::numeric,
      case when item ? 'choices' then array(select jsonb_array_elements_text(item -> 'choices')) end
    from copy join checklists as c on c.id = copy.checklist_id,
      jsonb_array_elements(c.items) with ordinality as items (item, position)`.execute(tx);
}

/** Removes the checklist of a ticket with its answers. @returns an empty one @throws 404, 403, 409 as putTicketChecklist() */
export async function removeTicketChecklist(tx: Tx, actor: Actor, ticketId: number): Promise<TicketChecklist> {
  await lockUnclosed(tx, actor, ticketId);
  await tx.deleteFrom('ticket_checklists').where('ticket_id', '=', ticketId).execute();
  await notifyTicketChanged(tx, ticketId);
  return { checklist_id: null, name: '', items: [], open_required: 0, failed: 0 };
}

async function lockUnclosed(tx: Tx, actor: Actor, ticketId: number): Promise<{ client_id: string }> {
  await lockArrangeable(tx, actor, ticketId);
  const tickets = tx.selectFrom('tickets').select(['status', 'client_id']).where('id', '=', ticketId);
  const { status, client_id } = await tickets.executeTakeFirstOrThrow();
  if (status === 'closed') throw conflict('ticket_closed', 'cannot change a ticket that is closed');
  return { client_id };
}

/** An item as its answer is checked. */
interface Question {
  item_id: string;
  kind: ItemKind;
  choices: string[] | null;
}

/** An answer as it is stored. */
interface StoredAnswer {
  item_id: string;
  value: boolean | number | string | null;
  photo_id: number | null;
}

/**
 * Answers items of the checklist of a ticket; null takes an answer back. The same answer again changes nothing.
 * @throws 404 no such ticket, or it has no checklist; 403 not visible, or not the assigned worker; 409 not in progress; 400 an answer that
 * does not fit its item
 */
export async function answerChecklist(
  tx: Tx,
  actor: Actor,
  ticketId: number,
  { answers }: Answers,
  now: Date,
): Promise<TicketChecklist> {
  await lockInProgress(tx, actor, ticketId);
  const stored = await checkAnswers(tx, ticketId, answers);
  const authorId = senderIdOf(actor);
  const isAnswered = sql`(a.value is not null or a.photo_id is not null)`;
  await sql`
    update ticket_checklist_items as i set value = a.value, photo_id = a.photo_id,
      answered_at = case when ${isAnswered} then ${now}::timestamptz end,
      answered_by = case when ${isAnswered} then ${authorId}::uuid end,
      answered_by_name = case when ${isAnswered} then coalesce((select name from users where id = ${authorId}), '') else '' end
    from jsonb_to_recordset(${JSON.stringify(stored)}) as sent (item_id uuid, value jsonb, photo_id integer),
      lateral (select nullif(sent.value, 'null') as value, sent.photo_id) as a
    where i.ticket_id = ${ticketId} and i.item_id = sent.item_id
      and (i.value, i.photo_id) is distinct from (a.value, a.photo_id)`.execute(tx);
  await notifyTicketChanged(tx, ticketId);
  return getTicketChecklist(tx, ticketId);
}

async function lockInProgress(tx: Tx, actor: Actor, ticketId: number): Promise<void> {
  const ticket = await tx
    .selectFrom('tickets as t')
    .select(['t.status', seesTicket(actor).as('visible'), isAssignee(actor.id).as('assigned')])
    .where('t.id', '=', ticketId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!ticket) throw notFound('ticket');
  if (!ticket.visible) throw forbidden('ticket_not_found', errorMessages.notYourTicket);
  if (!ticket.assigned) throw forbidden('not_assigned_to_you', errorMessages.notAssignedToYou);
  if (ticket.status !== 'in_progress') throw conflict('ticket_not_in_progress', errorMessages.checklistNotInProgress);
}

async function checkAnswers(tx: Tx, ticketId: number, answers: Answers['answers']): Promise<StoredAnswer[]> {
  const items = tx.selectFrom('ticket_checklist_items').select(['item_id', 'kind', 'choices']);
  const questions = await items.where('ticket_id', '=', ticketId).execute();
  if (questions.length === 0) throw notFound('checklist');
  const photos = await tx.selectFrom('ticket_photos').select('id').where('ticket_id', '=', ticketId).execute();
  const photoIds = new Set(photos.map(({ id }) => id));
  return Object.entries(answers).map(([id, value]) => {
    const question = questions.find(({ item_id }) => item_id === id.toLowerCase());
    if (!question) throw invalidValue(`answers.${id}`, 'is no item of the checklist');
    return storedAnswer(id, question, value, photoIds);
  });
}

/** @throws 400 the value does not fit the item */
function storedAnswer(id: string, question: Question, value: AnswerValue, photoIds: ReadonlySet<number>): StoredAnswer {
  const { item_id, kind, choices } = question;
  const answer = { item_id, value: null, photo_id: null };
  const refused = (rule: string) => invalidValue(`answers.${id}`, rule);
  if (value === null) return answer;
  switch (kind) {
    case 'check':
      if (typeof value !== 'boolean') throw refused('must be true or false');
      return { ...answer, value };
    case 'number':
      if (typeof value !== 'number' || Math.abs(value) > maxNumber) throw refused(`must be a number of at most ${maxNumber}`);
      return { ...answer, value };
    case 'photo':
      if (typeof value !== 'number' || !photoIds.has(value)) throw refused('must be the id of a photo of the ticket');
      return { ...answer, photo_id: value };
    case 'choice':
      if (typeof value !== 'string' || !choices?.includes(value)) throw refused('must be one of the choices');
      return { ...answer, value };
    case 'text':
      return { ...answer, value: checkedText(value, refused) };
  }
}

function checkedText(value: AnswerValue, refused: (rule: string) => Error): string {
  const text = typeof value === 'string' ? value.trim() : '';
  const { length } = [...text];
  if (length === 0 || length > maxAnswerLength) throw refused(`must be a text of 1 to ${maxAnswerLength} characters`);
  if (!isStorable(text)) throw refused('holds characters that cannot be stored');
  return text;
}
