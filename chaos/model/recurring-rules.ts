import { runDueRules } from '../../src/product/schedules/recurring/run-due-rules.ts';
import { deleteExpiredTickets } from '../../src/product/tickets/retention.ts';
import { Divergence, expectAnswer, expectItems, ruleFields, stamp } from './compare.ts';
import { day, isOpenPlace, nextRun, type Place, type Rule, seesRule, type User } from './state.ts';
import { type Action, idOrMissing, managers, type Refusal, type Step } from './step.ts';
import { newRule, newTicket } from './tickets.ts';

// Actions on recurring rules, and the jobs that run by the clock.

const unseen = (actor: User, rule: Rule | undefined): Refusal => (rule && seesRule(actor, rule) ? undefined : 404);

const addRule: Action = async (step) => {
  const place = step.pick(step.model.places);
  const actor = step.prefer(place?.project.owner, ...managers);
  const anchor = step.now + (step.below(40) - 20) * 7 * 3_600_000;
  const period = step.oneIn(10) ? step.oneOf(0, 3651) : 1 + step.below(20);
  const template = { category: step.oneOf('climate', 'other'), description: 'Look after it', floor: step.oneOf('', '2') };
  const body = { ...template, object_id: idOrMissing(place), anchor_at: stamp(anchor), period_days: period };
  const answer = await step.ask(actor, managers, refusalOfRule(actor, place, period), 'POST', '/recurring', body);
  if (!answer || !place) return;
  const rule = newRule(step, place, anchor, period, { ...template, priority: 'normal' }, actor);
  rule.id = answer.body.id;
  step.model.rules.push(rule);
  expectAnswer(answer, 201, ruleFields(rule));
};

function refusalOfRule(actor: User, place: Place | undefined, period: number): Refusal {
  if (period < 1 || period > 3650) return 400;
  if (!place || place.project.gone || (actor.role === 'client' && place.project.owner !== actor)) return 404;
  return isOpenPlace(place) ? undefined : 409;
}

const changeRule: Action = async (step) => {
  const rule = step.pick(step.model.rules);
  const actor = step.prefer(rule?.place.project.owner, ...managers);
  const changes = {
    ...(step.oneIn(3) && { is_active: !step.oneIn(3) }),
    ...(step.oneIn(3) && { period_days: 1 + step.below(20) }),
    ...(step.oneIn(4) && { anchor_at: stamp(step.now + (step.below(40) - 20) * 3_600_000) }),
    ...(step.oneIn(4) && { priority: step.oneOf('low', 'high') }),
  };
  const refusal = Object.keys(changes).length === 0 ? 400 : unseen(actor, rule);
  const answer = await step.ask(actor, managers, refusal, 'PATCH', `/recurring/${idOrMissing(rule)}`, changes);
  if (!answer || !rule) return;
  rule.active = changes.is_active ?? rule.active;
  rule.period = changes.period_days ?? rule.period;
  rule.priority = changes.priority ?? rule.priority;
  if (changes.anchor_at !== undefined) rule.anchor = Date.parse(changes.anchor_at);
  expectAnswer(answer, 200, ruleFields(rule));
};

const deleteRule: Action = async (step) => {
  const rule = step.pick(step.model.rules);
  const actor = step.prefer(rule?.place.project.owner, ...managers);
  const answer = await step.ask(actor, managers, unseen(actor, rule), 'DELETE', `/recurring/${idOrMissing(rule)}`);
  if (!answer || !rule) return;
  rule.gone = true;
  for (const ticket of step.model.tickets) if (ticket.rule === rule) ticket.rule = undefined;
  expectAnswer(answer, 200, { ok: true });
};

const runRule: Action = async (step) => {
  const rule = step.pick(step.model.rules);
  const actor = step.prefer(rule?.place.project.owner, ...managers);
  const isReady = rule?.active && isOpenPlace(rule.place) && !step.model.isHeldBack(rule);
  const refusal = unseen(actor, rule) ?? (isReady ? undefined : 409);
  const answer = await step.ask(actor, managers, refusal, 'POST', `/recurring/${idOrMissing(rule)}/run`);
  if (!answer || !rule) return;
  expectAnswer(answer, 201, { ok: true });
  ran(step, rule, answer.body.ticket_id);
};

function ran(step: Step, rule: Rule, id: number): void {
  const { category, priority, description, floor } = rule;
  const ticket = newTicket(id, rule.place, rule.createdBy, step.now, { category, priority, description, floor }, rule);
  step.model.tickets.push(ticket);
  rule.runs.push({ at: step.now, ticket });
  rule.lastRun = step.now;
}

const readRule: Action = async (step) => {
  const rule = step.pick(step.model.rules);
  const actor = step.prefer(rule?.place.project.owner, ...managers);
  const sub = step.oneOf('', '/runs?limit=100&order=asc&sort=id');
  const answer = await step.ask(actor, managers, unseen(actor, rule), 'GET', `/recurring/${idOrMissing(rule)}${sub}`);
  if (!answer || !rule) return;
  if (sub === '') return expectAnswer(answer, 200, ruleFields(rule));
  const { id, category } = rule;
  const runs = rule.runs.map(({ at, ticket }) => ({
    ...{ rule_id: id, run_at: stamp(at), ticket_id: ticket.id, address: ticket.address, category },
  }));
  expectItems(answer, runs);
};

const listRules: Action = async (step) => {
  const actor = step.actor(...managers);
  const answer = await step.ask(actor, managers, undefined, 'GET', '/recurring?limit=100&sort=id&order=asc');
  if (!answer) return;
  const seen = step.model.rules.filter((rule) => seesRule(actor, rule)).sort((a, b) => a.id - b.id);
  expectItems(answer, seen.map(ruleFields));
};

/** Runs the due rules, each once unless its previous ticket is open. */
const evaluate: Action = async (step) => {
  const { model, fixtures } = step;
  const due = model.rules.filter((rule) => !rule.gone && rule.active && isOpenPlace(rule.place) && nextRun(rule) <= step.now);
  const free = due.filter((rule) => !model.isHeldBack(rule));
  const found = await runDueRules(fixtures.deps);
  if (found.tickets !== free.length || found.blocked.previous_ticket_open !== due.length - free.length) {
    throw new Divergence(`${free.length} of ${due.length} due rules must run; the service says ${JSON.stringify(found)}`);
  }
  for (const rule of free) {
    const { body } = await fixtures.call(fixtures.root, 'GET', `/recurring/${rule.id}/runs?limit=1&sort=id&order=desc`);
    ran(step, rule, body.items?.[0]?.ticket_id);
  }
};

const retain: Action = async (step) => {
  const { model, fixtures } = step;
  const old = model.tickets.filter(({ gone, closed }) => !gone && closed && closed.at < step.now - 60 * day);
  const removed = await deleteExpiredTickets(fixtures.deps);
  if (removed !== old.length) throw new Divergence(`${old.length} tickets are old enough to go; the service removed ${removed}`);
  for (const ticket of old) model.dropTicket(ticket);
};

const wait: Action = async (step) => {
  step.fixtures.advanceClock(
    step.oneOf(1, 60, 24 * 60, 24 * 60, 3 * 24 * 60, 8 * 24 * 60, 31 * 24 * 60) * 60_000 + step.below(1000),
  );
};

export const ruleActions = { addRule, changeRule, deleteRule, runRule, readRule, listRules, evaluate, retain, wait };
