import { isDeepStrictEqual } from 'node:util';
import type { ApiResponse } from '../../testing/fixtures.ts';
import { nextRun, type Photo, type Rule, type Ticket, type User } from './state.ts';

export class Divergence extends Error {}

/** Expected fields of a response; `undefined`: the field must be absent. */
export type Fields = Record<string, unknown>;

export function expectRefusal(answer: ApiResponse, status: number): void {
  if (answer.status !== status) diverge(answer, `the model says ${status}`);
  const keys = typeof answer.body === 'object' ? Object.keys(answer.body) : [];
  if (keys.join() !== 'error' || typeof answer.body.error !== 'string') diverge(answer, 'a refusal is {error}');
}

export function expectAnswer(answer: ApiResponse, status: number, fields: Fields = {}): void {
  if (answer.status !== status) diverge(answer, `the model says ${status}`);
  expectFields(answer, answer.body, fields);
}

function expectFields(answer: ApiResponse, body: Fields, fields: Fields): void {
  for (const [key, value] of Object.entries(fields)) {
    if (!isDeepStrictEqual(body[key], value)) diverge(answer, `the model says ${key}: ${JSON.stringify(value)}`);
  }
}

/** Checks a complete list that fits into one page. */
export function expectItems(answer: ApiResponse, expected: Fields[]): void {
  expectAnswer(answer, 200, { total: expected.length });
  const { items } = answer.body as { items: Fields[] };
  if (items.length !== Math.min(expected.length, 100)) diverge(answer, `the model has ${expected.length} items`);
  items.forEach((item, i) => {
    expectFields(answer, item, expected[i] ?? {});
  });
}

function diverge(answer: ApiResponse, why: string): never {
  throw new Divergence(`${why}; the service answers ${answer.status} ${JSON.stringify(answer.body)}`);
}

export const stamp = (at: number): string => new Date(at).toISOString();
const optionalStamp = (at: number | undefined): string | undefined => (at === undefined ? undefined : stamp(at));

/** @returns the id of a user; '' for a deleted one */
const idOf = (user: User | undefined): string | undefined => (user?.gone ? undefined : user?.person.id);
const idOrEmpty = (user: User): string => (user.gone ? '' : user.person.id);

/** The expected fields of a ticket in lists and in responses to operations. */
export function ticketFields(ticket: Ticket): Fields {
  const { place, client, worker, assigned, rejected, closed } = ticket;
  return {
    id: ticket.id,
    status: ticket.status,
    category: ticket.category,
    priority: ticket.priority,
    description: ticket.description,
    floor: ticket.floor,
    address: ticket.address,
    project_id: place.project.id,
    project_name: place.project.name,
    object_id: place.id,
    object_name: place.name,
    client_id: client.person.id,
    client_name: client.person.name,
    worker_id: worker?.person.id,
    worker_name: worker?.person.name,
    assigned_at: optionalStamp(assigned?.at),
    assigned_by: idOf(assigned?.by),
    started_at: optionalStamp(ticket.startedAt),
    done_at: optionalStamp(ticket.doneAt),
    confirmed_at: optionalStamp(ticket.confirmedAt),
    rejected_at: optionalStamp(rejected?.at),
    reject_reason: rejected?.reason,
    closed_at: optionalStamp(closed?.at),
    closed_by: idOf(closed?.by),
    cancel_reason: ticket.cancelReason,
    rework_count: ticket.reworks,
    created_at: stamp(ticket.createdAt),
  };
}

/** A single ticket also shows its rule. */
export function ticketDetail(ticket: Ticket): Fields {
  const { rule } = ticket;
  const recurring = rule && {
    rule_id: rule.id,
    anchor_at: stamp(rule.anchor),
    period_days: rule.period,
    is_active: rule.active,
    next_run_at: stamp(nextRun(rule)),
  };
  return { ...ticketFields(ticket), recurring };
}

export function eventFields(ticket: Ticket): Fields[] {
  return ticket.events.map(({ action, from, to, actor, comment, at }) => ({
    ticket_id: ticket.id,
    action,
    from_status: from,
    to_status: to,
    actor_id: idOrEmpty(actor),
    actor_name: actor.person.name,
    comment,
    created_at: stamp(at),
  }));
}

export function photoFields(ticket: Ticket, { id, uploader, name, size }: Photo): Fields {
  return {
    id,
    ticket_id: ticket.id,
    content_type: 'image/jpeg',
    original_name: name,
    size_bytes: size,
    uploader_id: idOrEmpty(uploader),
    uploader_name: uploader.person.name,
    storage_key: undefined,
  };
}

export function ruleFields(rule: Rule): Fields {
  const { place } = rule;
  return {
    id: rule.id,
    project_id: place.project.id,
    project_name: place.project.name,
    object_id: place.id,
    object_name: place.name,
    address: rule.address,
    category: rule.category,
    priority: rule.priority,
    description: rule.description,
    floor: rule.floor,
    anchor_at: stamp(rule.anchor),
    period_days: rule.period,
    is_active: rule.active,
    last_run_at: rule.lastRun === undefined ? null : stamp(rule.lastRun),
    next_run_at: stamp(nextRun(rule)),
    client_id: place.project.owner.person.id,
    client_name: place.project.owner.person.name,
    created_by: idOrEmpty(rule.createdBy),
    created_by_name: rule.createdBy.person.name,
    created_at: stamp(rule.createdAt),
  };
}

export function userFields(user: User): Fields {
  const { id, email, name } = user.person;
  return { id, email, name, role: user.role, is_active: user.active, password_hash: undefined };
}
