import { type ApiUser, jpeg, photoForm } from '../../testing/api-fixtures.ts';
import {
  assertJournal,
  assertWinners,
  createTicket,
  deleteRequest,
  firstSuccess,
  patchRequest,
  postRequest,
  type RaceHarness,
  raceRequests,
  requestOnce,
} from './race-harness.ts';

// One-winner operations on tickets and rules.

const reason = { reason: 'for a reason' };
const workerOf = ({ fixture }: RaceHarness, i: number): ApiUser => fixture.workers[i % fixture.workers.length] as ApiUser;

async function take(harness: RaceHarness): Promise<void> {
  const id = await createTicket(harness);
  const replies = await raceRequests(harness, (i) => patchRequest(workerOf(harness, i), `/tickets/${id}/take`));
  assertWinners(harness, 'take', replies, 1, [409]);
  await assertJournal(harness, 'take', id, ['created', 'assigned'], 'assigned');
  const { rows } = await harness.db.query(
    'select worker_id, actor_id from tickets t join ticket_events e on e.ticket_id = t.id where t.id = $1 and action = $2',
    [id, 'assigned'],
  );
  const winner = firstSuccess(replies)?.body.worker_id;
  if (rows[0]?.worker_id !== winner || rows[0]?.actor_id !== winner)
    harness.wrong('take: another worker than the winner was told');
}

async function assign(harness: RaceHarness): Promise<void> {
  const id = await createTicket(harness);
  const { client } = harness.fixture;
  const body = (i: number) => ({ worker_id: workerOf(harness, i).id });
  const replies = await raceRequests(harness, (i) =>
    patchRequest(i % 2 ? client : harness.root, `/tickets/${id}/assign`, body(i)),
  );
  assertWinners(harness, 'assign', replies, 1, [409]);
  await assertJournal(harness, 'assign', id, ['created', 'assigned'], 'assigned');
}

async function takeOrAssign(harness: RaceHarness): Promise<void> {
  const id = await createTicket(harness);
  const { client } = harness.fixture;
  const replies = await raceRequests(harness, (i) =>
    i % 2
      ? patchRequest(workerOf(harness, i), `/tickets/${id}/take`)
      : patchRequest(client, `/tickets/${id}/assign`, { worker_id: workerOf(harness, i).id }),
  );
  assertWinners(harness, 'take or assign', replies, 1, [409]);
  await assertJournal(harness, 'take or assign', id, ['created', 'assigned'], 'assigned');
}

async function cancel(harness: RaceHarness): Promise<void> {
  const id = await createTicket(harness);
  const replies = await raceRequests(harness, (i) =>
    patchRequest(i % 2 ? harness.root : harness.fixture.client, `/tickets/${id}/cancel`, reason),
  );
  assertWinners(harness, 'cancel', replies, 1, [409]);
  await assertJournal(harness, 'cancel', id, ['created', 'canceled'], 'closed');
}

async function takeOrCancel(harness: RaceHarness): Promise<void> {
  const id = await createTicket(harness);
  const replies = await raceRequests(harness, (i) =>
    i % 2
      ? patchRequest(workerOf(harness, i), `/tickets/${id}/take`)
      : patchRequest(harness.fixture.client, `/tickets/${id}/cancel`, reason),
  );
  const taken = replies.some(({ status }, i) => i % 2 === 1 && status === 200);
  // A cancel can follow a take, but not the other way round.
  assertWinners(harness, 'take or cancel', replies, taken ? 2 : 1, [409]);
  await assertJournal(harness, 'take or cancel', id, ['created', ...(taken ? ['assigned'] : []), 'canceled'], 'closed');
}

async function start(harness: RaceHarness): Promise<void> {
  const id = await createTicket(harness, 'take');
  assertWinners(
    harness,
    'start',
    await raceRequests(harness, () => patchRequest(workerOf(harness, 0), `/tickets/${id}/start`)),
    1,
    [409],
  );
  assertWinners(
    harness,
    'done',
    await raceRequests(harness, () => patchRequest(workerOf(harness, 0), `/tickets/${id}/done`)),
    1,
    [409],
  );
  await assertJournal(harness, 'start and done', id, ['created', 'assigned', 'started', 'done'], 'done');
}

async function confirmOrReject(harness: RaceHarness): Promise<void> {
  const id = await createTicket(harness, 'take', 'start', 'done');
  const { client } = harness.fixture;
  const replies = await raceRequests(harness, (i) =>
    i % 2 ? patchRequest(client, `/tickets/${id}/confirm`) : patchRequest(client, `/tickets/${id}/reject`, reason),
  );
  assertWinners(harness, 'confirm or reject', replies, 1, [409]);
  const confirmed = firstSuccess(replies)?.body.status === 'closed';
  const story = ['created', 'assigned', 'started', 'done', confirmed ? 'confirmed' : 'rejected'];
  await assertJournal(harness, 'confirm or reject', id, story, confirmed ? 'closed' : 'rejected');
}

export const photoLimit = 5;

async function photos(harness: RaceHarness): Promise<void> {
  const id = await createTicket(harness, 'take', 'start');
  const worker = workerOf(harness, 0);
  const uploads = await raceRequests(harness, (i) => ({
    ...postRequest(i % 2 ? harness.root : worker, `/tickets/${id}/photos`),
    ...photoForm(jpeg(500, i)),
  }));
  assertWinners(harness, 'photo limit', uploads, photoLimit, [409]);
  const story = ['created', 'assigned', 'started', ...Array(photoLimit).fill('photo_added')];
  await assertJournal(harness, 'photo limit', id, story, 'in_progress');
  const photo = firstSuccess(uploads)?.body.id;
  const removals = await raceRequests(harness, () => deleteRequest(harness.root, `/tickets/${id}/photos/${photo}`));
  assertWinners(harness, 'photo removal', removals, 1, [404]);
  await assertJournal(harness, 'photo removal', id, [...story, 'photo_removed'], 'in_progress');
}

async function uploadOrDone(harness: RaceHarness): Promise<void> {
  const id = await createTicket(harness, 'take', 'start');
  const worker = workerOf(harness, 0);
  const replies = await raceRequests(harness, (i) =>
    i % 8 === 7
      ? patchRequest(worker, `/tickets/${id}/done`)
      : { ...postRequest(worker, `/tickets/${id}/photos`), ...photoForm(jpeg(500, i)) },
  );
  const added = replies.filter(({ status }) => status === 201).length;
  // No photos can be added after `done`.
  assertWinners(harness, 'upload or done', replies, added + 1, [409]);
  await assertJournal(
    harness,
    'upload or done',
    id,
    ['created', 'assigned', 'started', ...Array(added).fill('photo_added'), 'done'],
    'done',
  );
}

async function commentOrCancel(harness: RaceHarness): Promise<void> {
  const id = await createTicket(harness);
  const { client } = harness.fixture;
  const replies = await raceRequests(harness, (i) =>
    i % 8 === 7
      ? patchRequest(client, `/tickets/${id}/cancel`, reason)
      : postRequest(i % 2 ? harness.root : client, `/ext/tickets/${id}/comments`, { text: `comment ${i}` }),
  );
  const added = replies.filter(({ status }) => status === 201).length;
  // No comments can be added after `cancel`.
  assertWinners(harness, 'comment or cancel', replies, added + 1, [409]);
  await assertJournal(harness, 'comment or cancel', id, ['created', 'canceled'], 'closed');
  const { rows } = await harness.db.query('select id from ticket_comments where ticket_id = $1', [id]);
  if (rows.length !== added) harness.wrong(`comment or cancel: ${added} comments were added, and ${rows.length} are there`);
  const late = await raceRequests(harness, () => postRequest(client, `/ext/tickets/${id}/comments`, { text: 'too late' }), 3);
  assertWinners(harness, 'comment on a closed ticket', late, 0, [409]);
}

async function rule(harness: RaceHarness): Promise<number> {
  const { body } = await requestOnce(harness, harness.fixture.client, 'POST', '/recurring', {
    object_id: harness.random.pick(harness.fixture.objects),
    category: 'climate',
    description: 'Look after it',
    anchor_at: '2031-01-01T00:00:00Z',
    period_days: 7,
  });
  return body.id;
}

async function ruleRun(harness: RaceHarness): Promise<void> {
  const id = await rule(harness);
  const { client } = harness.fixture;
  const runs = await raceRequests(harness, (i) => postRequest(i % 2 ? harness.root : client, `/recurring/${id}/run`));
  assertWinners(harness, 'rule run', runs, 1, [409]);
  const { rows } = await harness.db.query('select id from tickets where rule_id = $1', [id]);
  if (rows.length !== 1 || rows[0]?.id !== firstSuccess(runs)?.body.ticket_id) harness.wrong(`rule run: ${rows.length} tickets`);
  const removals = await raceRequests(harness, (i) => deleteRequest(i % 2 ? harness.root : client, `/recurring/${id}`));
  assertWinners(harness, 'rule removal', removals, 1, [404]);
}

export const ticketRaces = {
  take,
  assign,
  takeOrAssign,
  cancel,
  takeOrCancel,
  start,
  confirmOrReject,
  photos,
  uploadOrDone,
  commentOrCancel,
  ruleRun,
};
