import type { ApiUser } from '../../testing/api-fixtures.ts';
import {
  assertJournal,
  assertWinners,
  createTicket,
  deleteRequest,
  patchRequest,
  postRequest,
  type RaceHarness,
  raceRequests,
  requestOnce,
} from './race-harness.ts';

// Reassignments, hand-backs and hand-overs against each other and against the transitions of a ticket.

const reason = { reason: 'for a reason' };
const workerOf = ({ fixture }: RaceHarness, i: number): ApiUser => fixture.workers[i % fixture.workers.length] as ApiUser;

const reassignRequest = (harness: RaceHarness, id: number, to: ApiUser, by = harness.fixture.client) =>
  postRequest(by, `/ext/tickets/${id}/reassign`, { worker_id: to.id });

/** All give the ticket to the same worker: one changes it, the others find that the worker has it. */
async function reassign(harness: RaceHarness): Promise<void> {
  const id = await createTicket(harness, 'take', 'start');
  const to = workerOf(harness, 1);
  const by = (i: number) => (i % 2 ? harness.root : harness.fixture.client);
  const replies = await raceRequests(harness, (i) => reassignRequest(harness, id, to, by(i)));
  assertWinners(harness, 'reassign', replies, 1, [409]);
  await assertJournal(harness, 'reassign', id, ['created', 'assigned', 'started', 'assigned'], 'assigned');
}

/** The former worker cannot start after a reassignment; one who has started loses the ticket all the same. */
async function reassignOrStart(harness: RaceHarness): Promise<void> {
  const id = await createTicket(harness, 'take');
  const replies = await raceRequests(harness, (i) =>
    i % 2 ? reassignRequest(harness, id, workerOf(harness, 1)) : patchRequest(workerOf(harness, 0), `/tickets/${id}/start`),
  );
  const started = replies.some(({ status }, i) => i % 2 === 0 && status === 200);
  assertWinners(harness, 'reassign or start', replies, started ? 2 : 1, [409]);
  const story = ['created', 'assigned', ...(started ? ['started'] : []), 'assigned'];
  await assertJournal(harness, 'reassign or start', id, story, 'assigned');
}

async function reassignOrDone(harness: RaceHarness): Promise<void> {
  const id = await createTicket(harness, 'take', 'start');
  const replies = await raceRequests(harness, (i) =>
    i % 2 ? reassignRequest(harness, id, workerOf(harness, 1)) : patchRequest(workerOf(harness, 0), `/tickets/${id}/done`),
  );
  assertWinners(harness, 'reassign or done', replies, 1, [409]);
  const done = replies.some(({ status }, i) => i % 2 === 0 && status === 200);
  const story = ['created', 'assigned', 'started', done ? 'done' : 'assigned'];
  await assertJournal(harness, 'reassign or done', id, story, done ? 'done' : 'assigned');
}

async function reassignOrCancel(harness: RaceHarness): Promise<void> {
  const id = await createTicket(harness, 'take');
  const { client } = harness.fixture;
  const replies = await raceRequests(harness, (i) =>
    i % 2 ? reassignRequest(harness, id, workerOf(harness, 1)) : patchRequest(client, `/tickets/${id}/cancel`, reason),
  );
  const reassigned = replies.some(({ status }, i) => i % 2 === 1 && status === 200);
  assertWinners(harness, 'reassign or cancel', replies, reassigned ? 2 : 1, [409]);
  const story = ['created', 'assigned', ...(reassigned ? ['assigned'] : []), 'canceled'];
  await assertJournal(harness, 'reassign or cancel', id, story, 'closed');
}

/** Each hand-back is marked once; a start, a reassignment and a cancellation leave no open mark. */
async function handBack(harness: RaceHarness): Promise<void> {
  const [worker, other] = [workerOf(harness, 0), workerOf(harness, 1)];
  const back = (id: number) => postRequest(worker, `/ext/tickets/${id}/hand-back`, reason);
  const alone = await createTicket(harness, 'take');
  assertWinners(harness, 'hand back', await raceRequests(harness, () => back(alone)), 1, [409]);
  const enders = {
    start: (id: number) => patchRequest(worker, `/tickets/${id}/start`),
    cancel: (id: number) => patchRequest(harness.fixture.client, `/tickets/${id}/cancel`, reason),
    reassign: (id: number) => reassignRequest(harness, id, other),
  };
  for (const [name, end] of Object.entries(enders)) {
    const id = await createTicket(harness, 'take');
    const replies = await raceRequests(harness, (i) => (i % 2 ? back(id) : end(id)));
    const marked = replies.some(({ status }, i) => i % 2 === 1 && status === 200);
    // Whoever has lost the ticket does not see it any more.
    const refusals = name === 'reassign' ? [409, 403] : [409];
    assertWinners(harness, `hand back or ${name}`, replies, marked ? 2 : 1, refusals);
    const { rows } = await harness.db.query('select is_open from ticket_hand_backs where ticket_id = $1', [id]);
    if (rows.length !== Number(marked) || rows.some(({ is_open }) => is_open))
      harness.wrong(`hand back or ${name}: ${JSON.stringify(rows)}`);
  }
}

/** Two hand-overs to different workers: each ticket is moved once. */
async function handover(harness: RaceHarness): Promise<void> {
  const { client, workers } = harness.fixture;
  const [from, ...others] = workers as [ApiUser, ...ApiUser[]];
  const ids = await Promise.all([1, 2, 3, 4].map(() => createTicket(harness, 'take')));
  const replies = await raceRequests(
    harness,
    (i) => postRequest(client, `/ext/workers/${from.id}/handover`, { to_worker_id: others[i % others.length]?.id }),
    8,
  );
  assertWinners(harness, 'hand over', replies, 8, []);
  const moved = replies.flatMap(({ body }) => body.moved as number[]).filter((id) => ids.includes(id));
  if (moved.toSorted((a, b) => a - b).join() !== ids.toSorted((a, b) => a - b).join())
    harness.wrong(`hand over: ${moved.join()} were moved`);
  for (const id of ids) await assertJournal(harness, 'hand over', id, ['created', 'assigned', 'assigned'], 'assigned');
}

/** A member who is being removed gets no ticket, and one who gets a ticket is not removed. */
async function reassignOrRemove(harness: RaceHarness): Promise<void> {
  const id = await createTicket(harness, 'take');
  const { client, project } = harness.fixture;
  const leaving = workerOf(harness, 3);
  await clearWork(harness, leaving);
  const replies = await raceRequests(harness, (i) =>
    i % 2 ? reassignRequest(harness, id, leaving) : deleteRequest(client, `/projects/${project}/workers/${leaving.id}`),
  );
  const removed = replies.some(({ status }, i) => i % 2 === 0 && status === 200);
  assertWinners(harness, 'reassign or remove', replies, 1, [400, 404, 409]);
  await assertJournal(harness, 'reassign or remove', id, ['created', 'assigned', ...(removed ? [] : ['assigned'])], 'assigned');
  if (!removed) return;
  await requestOnce(harness, client, 'POST', `/projects/${project}/workers`, { worker_id: leaving.id });
  await requestOnce(harness, leaving, 'POST', `/projects/${project}/invitation/accept`);
}

/** Cancels what a worker has not finished, because it keeps the worker in the project. */
async function clearWork(harness: RaceHarness, { id }: ApiUser): Promise<void> {
  const { rows } = await harness.db.query(`select id from tickets where worker_id = $1 and status <> 'closed'`, [id]);
  for (const ticket of rows) {
    const { status } = await requestOnce(harness, harness.root, 'PATCH', `/tickets/${ticket.id}/cancel`, reason);
    if (status !== 200) harness.wrong(`clearing the work of a worker: ${status}`);
  }
}

export const reassignmentRaces = {
  reassign,
  reassignOrStart,
  reassignOrDone,
  reassignOrCancel,
  handBack,
  handover,
  reassignOrRemove,
};
