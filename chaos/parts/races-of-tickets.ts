import { type ApiUser, jpeg, photoForm } from '../../testing/api-fixtures.ts';
import { type Arena, ask, expectJournal, expectWinners, post, race, remove, step, ticket, winnerOf } from './arena.ts';

// One-winner operations on tickets and rules.

const reason = { reason: 'for a reason' };
const workerOf = ({ fixture }: Arena, i: number): ApiUser => fixture.workers[i % fixture.workers.length] as ApiUser;

async function take(arena: Arena): Promise<void> {
  const id = await ticket(arena);
  const replies = await race(arena, (i) => step(workerOf(arena, i), `/tickets/${id}/take`));
  expectWinners(arena, 'take', replies, 1, [409]);
  await expectJournal(arena, 'take', id, ['created', 'assigned'], 'assigned');
  const { rows } = await arena.db.query(
    'select worker_id, actor_id from tickets t join ticket_events e on e.ticket_id = t.id where t.id = $1 and action = $2',
    [id, 'assigned'],
  );
  const winner = winnerOf(replies)?.body.worker_id;
  if (rows[0]?.worker_id !== winner || rows[0]?.actor_id !== winner) arena.wrong('take: another worker than the winner was told');
}

async function assign(arena: Arena): Promise<void> {
  const id = await ticket(arena);
  const { client } = arena.fixture;
  const body = (i: number) => ({ worker_id: workerOf(arena, i).id });
  const replies = await race(arena, (i) => step(i % 2 ? client : arena.root, `/tickets/${id}/assign`, body(i)));
  expectWinners(arena, 'assign', replies, 1, [409]);
  await expectJournal(arena, 'assign', id, ['created', 'assigned'], 'assigned');
}

async function takeOrAssign(arena: Arena): Promise<void> {
  const id = await ticket(arena);
  const { client } = arena.fixture;
  const replies = await race(arena, (i) =>
    i % 2
      ? step(workerOf(arena, i), `/tickets/${id}/take`)
      : step(client, `/tickets/${id}/assign`, { worker_id: workerOf(arena, i).id }),
  );
  expectWinners(arena, 'take or assign', replies, 1, [409]);
  await expectJournal(arena, 'take or assign', id, ['created', 'assigned'], 'assigned');
}

async function cancel(arena: Arena): Promise<void> {
  const id = await ticket(arena);
  const replies = await race(arena, (i) => step(i % 2 ? arena.root : arena.fixture.client, `/tickets/${id}/cancel`, reason));
  expectWinners(arena, 'cancel', replies, 1, [409]);
  await expectJournal(arena, 'cancel', id, ['created', 'canceled'], 'closed');
}

async function takeOrCancel(arena: Arena): Promise<void> {
  const id = await ticket(arena);
  const replies = await race(arena, (i) =>
    i % 2 ? step(workerOf(arena, i), `/tickets/${id}/take`) : step(arena.fixture.client, `/tickets/${id}/cancel`, reason),
  );
  const taken = replies.some(({ status }, i) => i % 2 === 1 && status === 200);
  // A cancel may follow a take, never the other way round.
  expectWinners(arena, 'take or cancel', replies, taken ? 2 : 1, [409]);
  await expectJournal(arena, 'take or cancel', id, ['created', ...(taken ? ['assigned'] : []), 'canceled'], 'closed');
}

async function start(arena: Arena): Promise<void> {
  const id = await ticket(arena, 'take');
  expectWinners(arena, 'start', await race(arena, () => step(workerOf(arena, 0), `/tickets/${id}/start`)), 1, [409]);
  expectWinners(arena, 'done', await race(arena, () => step(workerOf(arena, 0), `/tickets/${id}/done`)), 1, [409]);
  await expectJournal(arena, 'start and done', id, ['created', 'assigned', 'started', 'done'], 'done');
}

async function confirmOrReject(arena: Arena): Promise<void> {
  const id = await ticket(arena, 'take', 'start', 'done');
  const { client } = arena.fixture;
  const replies = await race(arena, (i) =>
    i % 2 ? step(client, `/tickets/${id}/confirm`) : step(client, `/tickets/${id}/reject`, reason),
  );
  expectWinners(arena, 'confirm or reject', replies, 1, [409]);
  const confirmed = winnerOf(replies)?.body.status === 'closed';
  const story = ['created', 'assigned', 'started', 'done', confirmed ? 'confirmed' : 'rejected'];
  await expectJournal(arena, 'confirm or reject', id, story, confirmed ? 'closed' : 'rejected');
}

export const photoLimit = 5;

async function photos(arena: Arena): Promise<void> {
  const id = await ticket(arena, 'take', 'start');
  const worker = workerOf(arena, 0);
  const uploads = await race(arena, (i) => ({
    ...post(i % 2 ? arena.root : worker, `/tickets/${id}/photos`),
    ...photoForm(jpeg(500, i)),
  }));
  expectWinners(arena, 'photo limit', uploads, photoLimit, [409]);
  const story = ['created', 'assigned', 'started', ...Array(photoLimit).fill('photo_added')];
  await expectJournal(arena, 'photo limit', id, story, 'in_progress');
  const photo = winnerOf(uploads)?.body.id;
  const removals = await race(arena, () => remove(arena.root, `/tickets/${id}/photos/${photo}`));
  expectWinners(arena, 'photo removal', removals, 1, [404]);
  await expectJournal(arena, 'photo removal', id, [...story, 'photo_removed'], 'in_progress');
}

async function uploadOrDone(arena: Arena): Promise<void> {
  const id = await ticket(arena, 'take', 'start');
  const worker = workerOf(arena, 0);
  const replies = await race(arena, (i) =>
    i % 8 === 7 ? step(worker, `/tickets/${id}/done`) : { ...post(worker, `/tickets/${id}/photos`), ...photoForm(jpeg(500, i)) },
  );
  const added = replies.filter(({ status }) => status === 201).length;
  // After `done` the report is frozen.
  expectWinners(arena, 'upload or done', replies, added + 1, [409]);
  await expectJournal(
    arena,
    'upload or done',
    id,
    ['created', 'assigned', 'started', ...Array(added).fill('photo_added'), 'done'],
    'done',
  );
}

async function rule(arena: Arena): Promise<number> {
  const { body } = await ask(arena, arena.fixture.client, 'POST', '/recurring', {
    object_id: arena.random.pick(arena.fixture.objects),
    category: 'climate',
    description: 'Look after it',
    anchor_at: '2031-01-01T00:00:00Z',
    period_days: 7,
  });
  return body.id;
}

async function ruleRun(arena: Arena): Promise<void> {
  const id = await rule(arena);
  const { client } = arena.fixture;
  const runs = await race(arena, (i) => post(i % 2 ? arena.root : client, `/recurring/${id}/run`));
  expectWinners(arena, 'rule run', runs, 1, [409]);
  const { rows } = await arena.db.query('select id from tickets where rule_id = $1', [id]);
  if (rows.length !== 1 || rows[0]?.id !== winnerOf(runs)?.body.ticket_id) arena.wrong(`rule run: ${rows.length} tickets`);
  const removals = await race(arena, (i) => remove(i % 2 ? arena.root : client, `/recurring/${id}`));
  expectWinners(arena, 'rule removal', removals, 1, [404]);
}

export const racesOfTickets = {
  take,
  assign,
  takeOrAssign,
  cancel,
  takeOrCancel,
  start,
  confirmOrReject,
  photos,
  uploadOrDone,
  ruleRun,
};
