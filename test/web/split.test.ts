import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Ticket } from '../../web/src/contract/schemas.ts';
import type { Candidate } from '../../web/src/features/assigning/candidates.ts';
import { canTake, proposeSplit } from '../../web/src/features/assigning/split.ts';

const ticketOf = (id: number, project_id: number, fields: Partial<Ticket> = {}): Ticket => ({
  ...{ id, project_id, status: 'new', priority: 'normal', category: 'other', description: '', floor: null, object_id: 1 },
  ...{ object_name: '', project_name: '', client_id: 'anna', client_name: 'Anna', worker_id: null, worker_name: null },
  ...{ address: '', rework_count: 0, created_at: '2026-01-01T00:00:00.000Z', assigned_at: null, started_at: null },
  ...{ done_at: null, rejected_at: null, confirmed_at: null, closed_at: null, reject_reason: null, cancel_reason: null },
  ...fields,
});

const candidateOf = (name: string, projectIds: number[], open: number, isAway = false): Candidate => ({
  ...{ id: name, name, phone: '', email: '', projectIds },
  load: { worker_id: name, worker_name: name, open, assigned: open, in_progress: 0, rejected: 0, done: 0 },
  absences: isAway ? [{ worker_id: name, worker_name: name, from: '2000-01-01', to: '2999-12-31' }] : [],
});

const sharesOf = (tickets: Ticket[], candidates: Candidate[]) => {
  const { shares, rest } = proposeSplit(tickets, candidates);
  const byName = Object.fromEntries(shares.map(({ worker, tickets: own }) => [worker.name, own.map(({ id }) => id)]));
  return { byName, rest: rest.map(({ id }) => id) };
};

describe('the proposed split of several tickets', () => {
  it('gives each ticket to a member of its project who has the least to do', () => {
    const tickets = [ticketOf(1, 1), ticketOf(2, 1), ticketOf(3, 1), ticketOf(4, 2)];
    const workers = [candidateOf('walter', [1], 2), candidateOf('wanda', [1, 2], 0)];
    assert.deepEqual(sharesOf(tickets, workers), { byName: { walter: [2], wanda: [4, 1, 3] }, rest: [] });
  });

  it('leaves out who is away, and names what nobody can take', () => {
    const tickets = [ticketOf(1, 1), ticketOf(2, 3), ticketOf(3, 1, { status: 'done', worker_id: 'wanda' })];
    const workers = [candidateOf('walter', [1], 0, true), candidateOf('wanda', [1], 9)];
    assert.deepEqual(sharesOf(tickets, workers), { byName: { wanda: [1] }, rest: [2, 3] });
  });

  it('nobody gets a ticket that is theirs already', () => {
    const wanda = candidateOf('wanda', [1], 0);
    assert.equal(canTake(wanda, ticketOf(1, 1, { status: 'assigned', worker_id: 'wanda' })), false);
    assert.equal(canTake(wanda, ticketOf(1, 1, { status: 'assigned', worker_id: 'walter' })), true);
  });
});
