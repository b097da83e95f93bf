import { eventFields, expectAnswer, expectItems, ticketDetail, ticketFields } from './compare.ts';
import { isOpenPlace, type Place, type Rule, type Ticket, type User } from './state.ts';
import { type Action, everybody, idOrMissing, type Refusal, type Step } from './step.ts';

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
  const period = 1 + step.below(30);
  const anchor = step.oneIn(6) ? step.now + step.below(40) * 3_600_000 : undefined;
  const recurring = anchor !== undefined && { recurring: { anchor_at: new Date(anchor).toISOString(), period_days: period } };
  const body = { ...fields, object_id: idOrMissing(place), ...recurring };
  const refusal = refusalOfCreation(actor, place, fields.description);
  const answer = await step.ask(actor, ['client'], refusal, 'POST', '/tickets', body);
  if (!answer || !place) return;
  const ticket = newTicket(answer.body.id, place, actor, step.now, { ...fields });
  expectAnswer(answer, 201, ticketFields(ticket));
  model.tickets.push(ticket);
  if (anchor !== undefined)
    await readRule(step, actor, ticket, newRule(step, place, anchor, period, ticket, place.project.owner));
};

function refusalOfCreation(actor: User, place: Place | undefined, description: string): Refusal {
  if (description.trim().length < 5) return 400;
  if (!place || place.project.gone || place.project.owner !== actor) return 404;
  return isOpenPlace(place) ? undefined : 409;
}

type Template = Pick<Rule, 'category' | 'description' | 'priority' | 'floor'>;

/** @returns the model of a new rule, still without an id */
export function newRule(step: Step, place: Place, anchor: number, period: number, template: Template, createdBy: User): Rule {
  const { category, description, priority, floor } = template;
  const life = { active: true, createdAt: step.now, createdBy, lastRun: undefined, runs: [], gone: false };
  return { id: 0, place, address: place.address, anchor, period, category, description, priority, floor, ...life };
}

/** Checks the rule in the detail of a ticket. */
async function readRule(step: Step, actor: User, ticket: Ticket, rule: Rule): Promise<void> {
  const detail = await step.fixtures.call(actor.person, 'GET', `/tickets/${ticket.id}`);
  rule.id = detail.body.recurring?.rule_id;
  ticket.rule = rule;
  step.model.rules.push(rule);
  expectAnswer(detail, 200, ticketDetail(ticket));
}

const read: Action = async (step) => {
  const ticket = step.pick(step.model.tickets);
  const actor = step.prefer(step.oneIn(2) ? ticket?.client : ticket?.worker, ...everybody);
  const sub = step.oneOf('', '/events?limit=100');
  const path = `/tickets/${idOrMissing(ticket)}${sub}`;
  const answer = await step.ask(actor, everybody, refusalOfReading(step, actor, ticket), 'GET', path);
  if (!answer || !ticket) return;
  if (sub === '') expectAnswer(answer, 200, ticketDetail(ticket));
  else expectItems(answer, eventFields(ticket));
};

export function refusalOfReading(step: Step, actor: User, ticket: Ticket | undefined): Refusal {
  if (!ticket || ticket.gone) return 404;
  return step.model.seesTicket(actor, ticket) ? undefined : 403;
}

const list: Action = async (step) => {
  const actor = step.actor(...everybody);
  const status = step.oneOf('', 'new', 'assigned', 'closed', 'confirmed');
  const project = step.oneIn(3) ? step.pick(step.model.projects)?.id : undefined;
  const category = step.oneIn(4) ? step.oneOf(...categories) : '';
  const filters = `status=${status}&category=${category}${project === undefined ? '' : `&project_id=${project}`}`;
  const answer = await step.ask(actor, everybody, undefined, 'GET', `/tickets?${filters}&sort=id&order=asc&limit=100`);
  if (!answer) return;
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
  const isMalformed = name === 'assign' ? !worker : body !== undefined && reason.trim().length < 5;
  const isLate =
    !ticket || !from.includes(ticket.status) || (name === 'cancel' && actor.role === 'client' && ticket.status === 'in_progress');
  const refusal =
    (isMalformed ? 400 : undefined) ?? refusalOfMove(step, name, actor, ticket, worker) ?? (isLate ? 409 : undefined);
  const answer = await step.ask(actor, roles, refusal, 'PATCH', `/tickets/${idOrMissing(ticket)}/${name}`, body);
  if (!answer || !ticket) return;
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
): Refusal {
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
