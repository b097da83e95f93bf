import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CreateTicket, Ticket } from '../../web/src/contract/schemas.ts';
import { type Attempt, createTicketOnce, noAttempt } from '../../web/src/pages/new-ticket/create-ticket-once.ts';

const body: CreateTicket = { object_id: 1, category: 'plumbing', description: 'The tap drips', floor: '2', priority: 'high' };

/** A service that may lose its answers, and a form that keeps its last attempt. */
function setUp(existing: CreateTicket[] = []) {
  const tickets: Ticket[] = [];
  const add = (created: CreateTicket): Ticket => {
    const ticket = { id: tickets.length + 1, floor: '', priority: 'normal', ...created } as Ticket;
    tickets.unshift(ticket);
    return ticket;
  };
  for (const one of existing) add(one);
  let attempt: Attempt = noAttempt;
  const state = { tickets, loses: 'nothing' as 'nothing' | 'answer' | 'request' };
  const create = async (created: CreateTicket): Promise<Ticket> => {
    if (state.loses === 'request') throw new Error('no answer');
    const ticket = add(created);
    if (state.loses === 'answer') throw new Error('no answer');
    return ticket;
  };
  const listNewest = async (limit: number): Promise<Ticket[]> => tickets.slice(0, limit);
  const storeAttempt = (next: Attempt): void => {
    attempt = next;
  };
  return { state, send: (sent: CreateTicket) => createTicketOnce(sent, attempt, storeAttempt, { listNewest, create }) };
}

describe('createTicketOnce', () => {
  it('returns the ticket that arrived although its answer was lost', async () => {
    const { state, send } = setUp([body]);
    state.loses = 'answer';
    await assert.rejects(send(body));
    state.loses = 'nothing';
    assert.equal((await send(body)).id, 2);
    assert.equal(state.tickets.length, 2);
  });

  it('sends again what did not arrive, although an older ticket says the same', async () => {
    const { state, send } = setUp([body]);
    state.loses = 'request';
    await assert.rejects(send(body));
    state.loses = 'nothing';
    assert.equal((await send(body)).id, 2);
  });

  it('creates another ticket when the form was changed after a lost answer', async () => {
    const { state, send } = setUp();
    state.loses = 'answer';
    await assert.rejects(send(body));
    state.loses = 'nothing';
    const recurring = { anchor_at: '2030-01-01T08:00:00Z', period_days: 7 };
    assert.equal((await send({ ...body, recurring })).id, 2);
  });
});
