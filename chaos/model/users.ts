import { expectAnswer, expectItems, stamp, userFields } from './compare.ts';
import type { User } from './state.ts';
import { type Action, everybody, managers, type Refusal, type Step } from './step.ts';

let names = 0;

const addUser: Action = async (step) => {
  const { model } = step;
  const actor = step.actor(...managers);
  const role = step.oneOf('worker', 'worker', 'client', 'admin');
  // Few addresses, so that some are already taken, also in another letter case.
  const address = `person${step.below(20)}@example.com`;
  const email = step.oneIn(3) ? address.toUpperCase() : address;
  const name = `walker${++names}`;
  const password = step.oneIn(8) ? 'short-1' : 'correct-horse-1';
  const isTaken = model.users.some((other) => !other.gone && other.email.toLowerCase() === email.toLowerCase());
  const refusal =
    (password.length < 10 ? 400 : undefined) ??
    (actor.role === 'client' && role !== 'worker' ? 403 : undefined) ??
    (isTaken ? 409 : undefined);
  const answer = await step.ask(actor, managers, refusal, 'POST', '/users', { email, name, password, role });
  if (!answer) return;
  const user = model.addUser({ id: answer.body.id, role, email, name } as User['person'], actor.role === 'admin', actor);
  expectAnswer(answer, 201, { ...userFields(user), phone: '', confirmed_at: user.confirmed ? stamp(step.now) : null });
};

const confirm: Action = async (step) => {
  const user = step.any(step.model.users.filter(({ confirmed }) => !confirmed || step.oneIn(4))) ?? step.actor('worker');
  const actor = step.prefer(user.createdBy, ...managers);
  const isOwn = user.role === 'worker' && user.createdBy === actor;
  const refusal = user.gone || (actor.role === 'client' && !isOwn) ? 404 : user.confirmed ? 409 : undefined;
  const answer = await step.ask(actor, managers, refusal, 'POST', `/users/${user.person.id}/confirm`);
  if (!answer) return;
  user.confirmed = true;
  expectAnswer(answer, 200, { ok: true });
};

const setActive: Action = async (step) => {
  const { model } = step;
  const disabled = model.users.filter(({ active, gone }) => !active && !gone);
  const user = (step.oneIn(2) ? step.any(disabled) : undefined) ?? step.actor('worker');
  const actor = step.actor('admin', 'client');
  const is_active = !user.active || step.oneIn(3);
  const refusal = user === actor && !is_active ? 400 : model.manages(actor, user) ? undefined : 404;
  const answer = await step.ask(actor, managers, refusal, 'PATCH', `/users/${user.person.id}`, { is_active });
  if (!answer) return;
  user.active = is_active;
  expectAnswer(answer, 200, userFields(user));
};

const remove: Action = async (step) => {
  const { model } = step;
  const user = step.pick(model.users) ?? step.actor('worker');
  const actor = step.actor('admin', 'client');
  // The first users are rarely deleted, so that a walk does not run out of users.
  if (model.users.indexOf(user) < 6 && !step.oneIn(6)) return;
  const answer = await step.ask(actor, managers, refusalOfRemoval(step, actor, user), 'DELETE', `/users/${user.person.id}`);
  if (!answer) return;
  model.members = model.members.filter((row) => row.worker !== user);
  user.gone = true;
  for (const other of model.users) if (other.createdBy === user) other.createdBy = undefined;
  expectAnswer(answer, 200, { ok: true });
};

function refusalOfRemoval({ model }: Step, actor: User, user: User): Refusal {
  if (user === actor) return 400;
  if (!model.manages(actor, user)) return 404;
  const works = model.tickets.some((ticket) => !ticket.gone && (ticket.client === user || ticket.worker === user));
  const owns = model.projects.some((project) => !project.gone && project.owner === user);
  // The memberships of the worker in projects of the client are deleted with the account.
  const blocking = model.members.filter((row) => row.worker === user && (actor.role === 'admin' || row.project.owner !== actor));
  return works || owns || blocking.length > 0 ? 409 : undefined;
}

const me: Action = async (step) => {
  const actor = step.any(step.model.users) ?? step.actor('admin');
  const answer = await step.ask(actor, everybody, undefined, 'GET', '/auth/me');
  if (answer) expectAnswer(answer, 200, userFields(actor));
};

const listUsers: Action = async (step) => {
  const actor = step.actor(...managers);
  const role = step.oneOf('worker', 'worker', 'client', 'admin');
  const all = step.oneOf('0', '1');
  const refusal = actor.role === 'client' && role !== 'worker' ? 403 : undefined;
  const path = `/users?role=${role}&include_inactive=${all}&sort=id&limit=100`;
  const answer = await step.ask(actor, managers, refusal, 'GET', path);
  if (!answer) return;
  const shown = step.model.users.filter((user) => {
    const inactiveToo = all === '1' && actor.role === 'admin'; // ignored from other roles
    return !user.gone && user.role === role && (user.active || inactiveToo);
  });
  expectItems(answer, shown.sort((a, b) => (a.person.id < b.person.id ? -1 : 1)).map(userFields));
};

export const userActions = { addUser, confirm, setActive, remove, me, listUsers };
