import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { World } from './world.ts';

// Every operation in every status by every standing. The expectations are written from the
// specification, not from the lifecycle table: a mistake in the table shows here.

const world = await World.create();
const otherMember = await world.addPerson('olga', 'worker');
await world.member(world.tower, otherMember, 'active');

const callers = {
  admin: world.root,
  owner: world.anna,
  stranger: world.boris, // another client
  assignee: world.wanda, // an active member as well
  member: otherMember, // active in the project, not assigned
  invited: world.ivan,
  outsider: world.oleg, // a worker of no project
} as const;
type Caller = keyof typeof callers;

const statuses = ['new', 'assigned', 'in_progress', 'done', 'rejected', 'closed'] as const;

const bodies: Record<string, object | undefined> = {
  assign: { worker_id: world.wanda.id },
  reject: { reason: 'still dark' },
  cancel: { reason: 'a mistake' },
};

/** 200 in these statuses, 409 in all others. */
const legalIn =
  (...legal: string[]) =>
  (status: string) =>
    legal.includes(status) ? 200 : 409;
const always = (code: number) => () => code;

const expected: Record<string, Record<Caller, (status: string) => number>> = {
  assign: {
    admin: legalIn('new'),
    owner: legalIn('new'),
    stranger: always(403),
    assignee: always(403),
    member: always(403),
    invited: always(403),
    outsider: always(403),
  },
  take: {
    admin: always(403),
    owner: always(403),
    stranger: always(403),
    assignee: legalIn('new'),
    member: legalIn('new'),
    invited: always(400),
    outsider: always(400),
  },
  start: {
    admin: always(403),
    owner: always(403),
    stranger: always(403),
    assignee: legalIn('assigned', 'rejected'),
    member: always(409),
    invited: always(409),
    outsider: always(409),
  },
  done: {
    admin: always(403),
    owner: always(403),
    stranger: always(403),
    assignee: legalIn('in_progress'),
    member: always(409),
    invited: always(409),
    outsider: always(409),
  },
  confirm: {
    admin: always(403),
    owner: legalIn('done'),
    stranger: always(403),
    assignee: always(403),
    member: always(403),
    invited: always(403),
    outsider: always(403),
  },
  reject: {
    admin: always(403),
    owner: legalIn('done'),
    stranger: always(403),
    assignee: always(403),
    member: always(403),
    invited: always(403),
    outsider: always(403),
  },
  cancel: {
    admin: legalIn('new', 'assigned', 'in_progress', 'done', 'rejected'),
    owner: legalIn('new', 'assigned', 'done', 'rejected'),
    stranger: always(403),
    assignee: always(403),
    member: always(403),
    invited: always(403),
    outsider: always(403),
  },
};

const leadsTo: Record<string, string> = {
  assign: 'assigned',
  take: 'assigned',
  start: 'in_progress',
  done: 'done',
  confirm: 'closed',
  reject: 'rejected',
  cancel: 'closed',
};

for (const [op, row] of Object.entries(expected)) {
  describe(op, () => {
    for (const status of statuses) {
      it(`in ${status}`, async () => {
        for (const [caller, expectation] of Object.entries(row) as [Caller, (status: string) => number][]) {
          await attempt(op, status, caller, expectation(status));
        }
      });
    }
  });
}

async function attempt(op: string, status: string, caller: Caller, code: number): Promise<void> {
  const id = await world.ticketIn(status);
  const before = await journal(id);
  const answer = await world.call(callers[caller], 'PATCH', `/tickets/${id}/${op}`, bodies[op]);
  assert.equal(answer.status, code, `${caller}: ${JSON.stringify(answer.body)}`);
  const { body: after } = await world.call(world.root, 'GET', `/tickets/${id}`);
  assert.equal(after.status, code === 200 ? leadsTo[op] : status, caller);
  assert.equal(await journal(id), before + (code === 200 ? 1 : 0), `${caller}: one entry for a change, none for a refusal`);
}

async function journal(id: number): Promise<number> {
  const { body } = await world.call(world.root, 'GET', `/tickets/${id}/events`);
  return body.total;
}
