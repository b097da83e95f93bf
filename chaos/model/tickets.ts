import { eventFields, expectAnswer, expectItems, expectRefusal, ticketDetail, ticketFields } from './compare.ts';
import { atTheDoor, isOpenPlace, type Place, type Rule, type Ticket, type User } from './state.ts';
import type { Action, Step } from './step.ts';

const missing = 999_999;
const categories = ['electric', 'plumbing', 'climate', 'elevator', 'other'];

/** @returns the model of a new ticket */
export function newTicket(id: number, place: Place, author: User, at: number, fields: Partial<Ticket>, rule?: Rule): Ticket {
  return {
    id,
    place,
    client: place.project.owner,
    status: 'new',
    category: 'other',
    priority: 'normal',
    description: '',
    floor: '',
    address: place.address,
    createdAt: at,
    reworks: 0,
    events: [{ action: 'created', from: '', to: 'new', actor: author, comment: '', at }],
    photos: [],
    rule,
    gone: false,
    ...fields,
  };
}

const create: Action = async (step) => {
  const { model } = step;
  const place = step.pick(model.places);
  const actor = step.prefer(place?.project.owner, 'client');
  const fields = {
    category: step.oneOf(...categories),
    description: step.oneIn(15) ? '  ab  ' : 'The lamp is dark',
    ...(step.oneIn(3) && { priority: step.oneOf('low', 'normal', 'high') }),
    ...(step.oneIn(3) && { floor: '3' }),
  };
  const recurring = step.oneIn(6)
    ? { anchor_at: new Date(step.now + step.below(40) * 3_600_000).toISOString(), period_days: 1 + step.below(30) }
    : undefined;
  const body = { ...fields, object_id: place?.id ?? missing, ...(recurring && { recurring }) };
  const answer = await step.call(actor, 'POST', '/tickets', body);
  const refused = atTheDoor(actor, ['client']) ?? refusalOfCreation(actor, place, fields.description);
  if (refused || !place) return expectRefusal(answer, refused ?? 404);
  const rule = recurring && ruleWith(step, place, fields, recurring);
  const ticket = newTicket(answer.body.id, place, actor, step.now, { ...fields }, undefined);
  expectAnswer(answer, 201, ticketFields(ticket));
  model.tickets.push(ticket);
  if (rule) await adopt(step, actor, ticket, rule);
};

function refusalOfCreation(actor: User, place: Place | undefined, description: string): number | undefined {
  if (description.trim().length < 5) return 400;
  if (!place || place.project.gone || place.project.owner !== actor) return 404;
  return isOpenPlace(place) ? undefined : 409;
}

function ruleWith(
  step: Step,
  place: Place,
  {
    category,
    description,
    priority = 'normal',
    floor = '',
  }: { category: string; description: string; priority?: string; floor?: string },
  { anchor_at, period_days }: { anchor_at: string; period_days: number },
): Rule {
  const owner = place.project.owner;
  const template = { category, description, priority, floor };
  const life = { active: true, createdAt: step.now, createdBy: owner, lastRun: undefined, runs: [], gone: false };
  return { id: 0, place, address: place.address, anchor: Date.parse(anchor_at), period: period_days, ...template, ...life };
}

/** Checks the rule in the detail of a ticket. */
async function adopt(step: Step, actor: User, ticket: Ticket, rule: Rule): Promise<void> {
  const detail = await step.call(actor, 'GET', `/tickets/${ticket.id}`);
  rule.id = detail.body.recurring?.rule_id;
  ticket.rule = rule;
  step.model.rules.push(rule);
  expectAnswer(detail, 200, ticketDetail(ticket));
}

const read: Action = async (step) => {
  const ticket = step.pick(step.model.tickets);
  const actor = step.prefer(step.oneIn(2) ? ticket?.client : ticket?.worker, 'admin', 'client', 'worker');
  const path = `/tickets/${ticket?.id ?? missing}`;
  const sub = step.oneOf('', '/events');
  const answer = await step.call(actor, 'GET', path + (sub && `${sub}?limit=100`));
  const refused = atTheDoor(actor, ['admin', 'client', 'worker']) ?? refusalOfReading(step, actor, ticket);
  if (refused || !ticket) return expectRefusal(answer, refused ?? 404);
  if (sub === '') expectAnswer(answer, 200, ticketDetail(ticket));
  else expectItems(answer, eventFields(ticket));
};

export function refusalOfReading(step: Step, actor: User, ticket: Ticket | undefined): number | undefined {
  if (!ticket || ticket.gone) return 404;
  return step.model.seesTicket(actor, ticket) ? undefined : 403;
}

const list: Action = async (step) => {
  const actor = step.actor('admin', 'client', 'worker');
  const status = step.oneOf('', 'new', 'assigned', 'closed', 'confirmed');
  const project = step.oneIn(3) ? step.pick(step.model.projects)?.id : undefined;
  const category = step.oneIn(4) ? step.oneOf(...categories) : '';
  const filters = `status=${status}&category=${category}${project === undefined ? '' : `&project_id=${project}`}`;
  const answer = await step.call(actor, 'GET', `/tickets?${filters}&sort=id&order=asc&limit=100`);
  const refused = atTheDoor(actor, ['admin', 'client', 'worker']);
  if (refused) return expectRefusal(answer, refused);
  const expected = step.model.tickets
    .filter((ticket) => !ticket.gone && step.model.seesTicket(actor, ticket))
    .filter((ticket) => (status === '' || ticket.status === status) && (category === '' || ticket.category === category))
    .filter((ticket) => project === undefined || ticket.place.project.id === project);
  expectItems(answer, expected.sort((a, b) => a.id - b.id).map(ticketFields));
};

interface Operation {
  roles: string[];
  from: string[];
  to: string;
  action: string;
}

const unclosed = ['new', 'assigned', 'in_progress', 'done', 'rejected'];
const operations: Record<string, Operation> = {
  assign: { roles: ['admin', 'client'], from: ['new'], to: 'assigned', action: 'assigned' },
  take: { roles: ['worker'], from: ['new'], to: 'assigned', action: 'assigned' },
  start: { roles: ['worker'], from: ['assigned', 'rejected'], to: 'in_progress', action: 'started' },
  done: { roles: ['worker'], from: ['in_progress'], to: 'done', action: 'done' },
  confirm: { roles: ['client'], from: ['done'], to: 'closed', action: 'confirmed' },
  reject: { roles: ['client'], from: ['done'], to: 'rejected', action: 'rejected' },
  cancel: { roles: ['admin', 'client'], from: unclosed, to: 'closed', action: 'canceled' },
};
const usual: Record<string, string[]> = {
  new: ['assign', 'take', 'take', 'cancel'],
  assigned: ['start'],
  in_progress: ['done'],
  done: ['confirm', 'reject'],
  rejected: ['start'],
};

const move: Action = async (step) => {
  const ticket = step.pick(step.oneIn(6) ? step.model.tickets : step.model.tickets.filter(({ status }) => status !== 'closed'));
  const name =
    ticket && !step.oneIn(3) ? step.oneOf(...(usual[ticket.status] ?? ['cancel'])) : step.oneOf(...Object.keys(operations));
  const operation = operations[name] as Operation;
  const { roles, from, to, action } = operation;
  const likely = roles.includes('client') ? ticket?.client : (ticket?.worker ?? memberOf(step, ticket));
  const actor = step.prefer(likely, ...roles);
  const worker = name === 'assign' ? (step.oneIn(2) ? step.any(step.model.users) : memberOf(step, ticket)) : actor;
  const reason = step.oneIn(12) ? ' abc ' : 'for a reason';
  const body =
    name === 'assign' ? { worker_id: worker?.person.id } : name === 'reject' || name === 'cancel' ? { reason } : undefined;
  const answer = await step.call(actor, 'PATCH', `/tickets/${ticket?.id ?? missing}/${name}`, body);
  const malformed = name === 'assign' ? !worker : body !== undefined && reason.trim().length < 5;
  const refused = atTheDoor(actor, roles) ?? (malformed ? 400 : undefined) ?? refusalOfMove(step, name, actor, ticket, worker);
  if (refused || !ticket) return expectRefusal(answer, refused ?? 404);
  if (!from.includes(ticket.status) || (name === 'cancel' && actor.role === 'client' && ticket.status === 'in_progress')) {
    return expectRefusal(answer, 409);
  }
  const comment = name === 'reject' || name === 'cancel' ? reason : '';
  ticket.events.push({ action, from: ticket.status, to, actor, comment, at: step.now });
  ticket.status = to;
  apply(ticket, name, actor, worker ?? actor, reason, step.now);
  expectAnswer(answer, 200, ticketFields(ticket));
};

function memberOf(step: Step, ticket: Ticket | undefined): User | undefined {
  return step.pick(step.model.members.filter(({ project, status }) => project === ticket?.place.project && status === 'active'))
    ?.worker;
}

/** Checks in the order of the specification: missing, foreign, wrong worker. The status is checked later. */
function refusalOfMove(
  { model }: Step,
  name: string,
  actor: User,
  ticket: Ticket | undefined,
  worker: User | undefined,
): number | undefined {
  if (!ticket || ticket.gone) return 404;
  if (actor.role === 'client' && ticket.client !== actor) return 403;
  const { project } = ticket.place;
  if (name === 'assign') {
    const fits = worker && !worker.gone && worker.role === 'worker' && worker.active && model.isActiveMember(project, worker);
    return fits ? undefined : 400;
  }
  if (name === 'take') return model.isActiveMember(project, actor) ? undefined : 400;
  if (name === 'start' || name === 'done') return ticket.worker === actor ? undefined : 409;
  return undefined;
}

function apply(ticket: Ticket, name: string, actor: User, worker: User, reason: string, at: number): void {
  if (name === 'assign' || name === 'take') {
    ticket.worker = worker;
    ticket.assigned = { at, by: actor };
  }
  if (name === 'start') ticket.startedAt ??= at;
  if (name === 'done') ticket.doneAt = at;
  if (name === 'confirm') ticket.confirmedAt = at;
  if (name === 'reject') {
    ticket.rejected = { at, reason };
    ticket.reworks++;
  }
  if (name === 'cancel') ticket.cancelReason = reason;
  if (ticket.status === 'closed') ticket.closed = { at, by: actor };
}

export const ticketActions = { create, read, list, move };
