import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Tables } from '../src/platform/database/tables.ts';
import type { Fixtures, TestUser } from './fixtures.ts';
import { multipartForm, photo } from './photo-files.ts';

/** What goes with a ticket, beside its journal and its photos. */
export const ticketTables = [
  'ticket_deadlines',
  'ticket_comments',
  'ticket_attachments',
  'ticket_hand_backs',
  'ticket_edits',
  'ticket_tags',
  'ticket_equipment',
  'ticket_holds',
  'ticket_appointments',
  'ticket_costs',
  'ticket_cost_edits',
  'ticket_quotes',
  'ticket_checklists',
  'ticket_checklist_items',
  'ticket_appointment_offers',
] as const;
/** What goes with a project, an object and an account. */
export const otherTables = [
  'project_targets',
  'project_costs',
  'object_notes',
  'worker_absences',
  'object_notes',
  'worker_absences',
  'equipment',
] as const satisfies (keyof Tables)[];

/** Creates a ticket that is assigned to wanda, with a row of each of the tables. @returns its id */
export async function createTicketWithAdditions(fixtures: Fixtures): Promise<number> {
  const { root, anna, wanda, tower, lobby } = fixtures;
  const send = async (
    who: TestUser,
    method: 'PUT' | 'POST' | 'PATCH',
    path: string,
    body: unknown,
    headers = {},
  ): Promise<void> => {
    const answer = await fixtures.call(who, method, path, body, headers);
    assert(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`);
  };
  const targets = { timezone: 'UTC', take_within_minutes: { normal: 60 }, finish_within_minutes: { normal: 480 } };
  await send(anna, 'PUT', `/ext/projects/${tower}/targets`, targets);
  await send(anna, 'PUT', `/ext/objects/${lobby}/notes`, { text: 'Ring twice' });
  await send(wanda, 'PUT', `/ext/users/${wanda.id}/absences`, [{ from: '2026-03-02', to: '2026-03-06', note: 'Holiday' }]);
  const id = await fixtures.createTicketWithStatus('assigned');
  await fixtures.deliver('deadlines');
  await send(wanda, 'POST', `/ext/tickets/${id}/comments`, { text: 'Which door is it?' });
  const { body, headers } = multipartForm([{ name: 'leak.jpg', bytes: photo() }]);
  await send(anna, 'POST', `/ext/tickets/${id}/attachments`, body, headers);
  await send(anna, 'PATCH', `/ext/tickets/${id}`, { floor: '2' });
  await send(anna, 'PUT', `/ext/tickets/${id}/tags`, { tags: ['warranty'] });
  const lift = await fixtures.call(anna, 'POST', `/ext/objects/${lobby}/equipment`, { name: `Lift ${id}` });
  await send(anna, 'PUT', `/ext/tickets/${id}/equipment`, { equipment_id: lift.body.id });
  const list = { name: 'Round', items: [{ label: 'Light', kind: 'check' }] };
  const { body: checklist } = await fixtures.call(anna, 'POST', '/ext/checklists', list);
  await send(wanda, 'PUT', `/ext/tickets/${id}/checklist`, { checklist_id: checklist.id });
  await send(wanda, 'POST', `/ext/tickets/${id}/hand-back`, { reason: 'I have no key' });
  await send(wanda, 'PUT', `/ext/tickets/${id}/hold`, { reason: 'part' });
  const line = { kind: 'labour', text: 'Replace the lamp', quantity: '1.5', unit: 'h', unit_price: 4500 };
  await send(root, 'POST', `/ext/tickets/${id}/costs`, { ...line, worker_id: wanda.id });
  const { body: costs } = await fixtures.call(root, 'GET', `/ext/tickets/${id}/costs`);
  await send(root, 'PATCH', `/ext/costs/${costs.items[0].id}`, { quantity: '2' });
  await send(wanda, 'POST', `/ext/tickets/${id}/quotes`, { lines: [line] });
  const inHours = (n: number): string => new Date(fixtures.now.getTime() + n * 3_600_000).toISOString();
  const times = { from: inHours(24), to: inHours(26) };
  await send(wanda, 'PUT', `/ext/tickets/${id}/appointment`, times);
  // Offers need a report of somebody without an account.
  await fixtures.transaction((tx) =>
    tx
      .insertInto('ticket_appointment_offers')
      .values({
        ...{ ticket_id: id, windows: JSON.stringify([times]), offered_by: wanda.id, offered_by_name: 'wanda' },
        ...{ offered_at: fixtures.now, end_reason: null },
      })
      .execute(),
  );
  return id;
}

/** Counts the rows of a ticket in each table of `ticketTables`. */
export async function countTicketRows({ db }: Fixtures, id: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of ticketTables) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(table)} where ticket_id = ${id}`.execute(db.read);
    counts[table] = rows[0]?.n ?? 0;
  }
  return counts;
}

const rowOfEach = (n: number): Record<string, number> => Object.fromEntries(ticketTables.map((table) => [table, n]));
export const oneRowEach = rowOfEach(1);
export const noRows = rowOfEach(0);
