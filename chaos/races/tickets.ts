import { jpeg, photoForm } from '../../testing/api-fixtures.ts';
import type { HttpRequest } from '../../testing/http-client.ts';
import { patch, post, type Race, type RaceTrack, reason, remove } from './race.ts';

// Operations on a ticket of which one excludes the other.

export const photoLimit = 5;

type Attempt = (track: RaceTrack, id: number, i: number) => HttpRequest;

const byWorker =
  (operation: string): Attempt =>
  (track, id) =>
    patch(track.worker(0), `/tickets/${id}/${operation}`);
const byClient =
  (operation: string, body?: object): Attempt =>
  (track, id) =>
    patch(track.fixture.client, `/tickets/${id}/${operation}`, body);
const take: Attempt = (track, id, i) => patch(track.worker(i), `/tickets/${id}/take`);
const assign: Attempt = (track, id, i) =>
  patch(track.manager(i >> 1), `/tickets/${id}/assign`, { worker_id: track.worker(i).id });
const cancel: Attempt = (track, id, i) => patch(track.manager(i >> 1), `/tickets/${id}/cancel`, reason);
const reassign: Attempt = (track, id, i) =>
  post(track.manager(i >> 1), `/ext/tickets/${id}/reassign`, { worker_id: track.worker(1).id });
const handBack: Attempt = (track, id) => post(track.worker(0), `/ext/tickets/${id}/hand-back`, reason);
const upload: Attempt = (track, id, i) => ({ ...post(track.worker(0), `/tickets/${id}/photos`), ...photoForm(jpeg(500, i)) });
const comment: Attempt = (track, id, i) => post(track.manager(i >> 1), `/ext/tickets/${id}/comments`, { text: `comment ${i}` });
const correct: Attempt = (track, id, i) =>
  patch(track.manager(i >> 1), `/ext/tickets/${id}`, {
    floor: `floor ${i}`,
    ...(i % 4 === 0 && { priority: 'high', category: 'other' }),
  });

interface TicketRace {
  /** what the worker has done before */
  before?: string;
  attempts: Attempt[];
  /** The journal and the status, by how many attempts of each kind had success. */
  outcomes: Record<string, string> | ((wins: number[]) => string | undefined);
  refusals?: number[];
  check?: (track: RaceTrack, id: number, wins: number[]) => Promise<void>;
}

/** Each hand-back is marked once; a start, a reassignment and a cancellation leave no open mark. */
const checkMarks =
  (isOpen: boolean) =>
  async ({ deployment }: RaceTrack, id: number, [marks = 0]: number[]): Promise<void> => {
    const rows = await deployment.query<{ is_open: boolean }>('select is_open from ticket_hand_backs where ticket_id = $1', [id]);
    const isRight = rows.length === marks && rows.every((row) => row.is_open === isOpen);
    if (!isRight) deployment.report(`${marks} hand-backs of ticket ${id}: ${JSON.stringify(rows)}`);
  };

async function removeOnePhoto(track: RaceTrack, id: number): Promise<void> {
  const { body } = await track.send({ ...patch(track.root, `/tickets/${id}/photos`), method: 'GET' });
  await track.once('photo removal', () => remove(track.root, `/tickets/${id}/photos/${body.items[0]?.id}`), 404);
  const added = 'photo_added '.repeat(photoLimit);
  await track.checkJournal('photo removal', id, `created assigned started ${added}photo_removed in_progress`);
}

async function checkComments(track: RaceTrack, id: number, [added]: number[]): Promise<void> {
  const { deployment } = track;
  const rows = await deployment.query('select id from ticket_comments where ticket_id = $1', [id]);
  if (rows.length !== added) deployment.report(`${added} comments were added, and ${rows.length} are there`);
  const { wins } = await track.race('comment on a closed ticket', [(i) => comment(track, id, i)], [409], 3);
  if (wins[0] !== 0) deployment.report('a closed ticket got a comment');
}

/** Each correction leaves its new value of the floor, and none follows the closing. */
async function checkCorrections(track: RaceTrack, id: number, [corrected]: number[]): Promise<void> {
  const { deployment } = track;
  const rows = await deployment.query(`select id from ticket_edits where ticket_id = $1 and field = 'floor'`, [id]);
  if (rows.length !== corrected) deployment.report(`${corrected} corrections had success, and ${rows.length} are there`);
  const { wins } = await track.race('correction of a closed ticket', [(i) => correct(track, id, i)], [409], 3);
  if (wins[0] !== 0) deployment.report('a closed ticket was corrected');
}

const races: Record<string, TicketRace> = {
  take: { attempts: [take], outcomes: { 1: 'created assigned assigned' }, check: checkWinner },
  assign: { attempts: [assign], outcomes: { 1: 'created assigned assigned' } },
  'take or assign': {
    attempts: [take, assign],
    outcomes: { '1,0': 'created assigned assigned', '0,1': 'created assigned assigned' },
  },
  cancel: { attempts: [cancel], outcomes: { 1: 'created canceled closed' } },
  // A cancel can follow a take, but not the other way round.
  'take or cancel': {
    attempts: [take, cancel],
    outcomes: { '1,1': 'created assigned canceled closed', '0,1': 'created canceled closed' },
  },
  start: { before: 'take', attempts: [byWorker('start')], outcomes: { 1: 'created assigned started in_progress' } },
  done: { before: 'take start', attempts: [byWorker('done')], outcomes: { 1: 'created assigned started done done' } },
  'confirm or reject': {
    before: 'take start done',
    attempts: [byClient('confirm'), byClient('reject', reason)],
    outcomes: {
      '1,0': 'created assigned started done confirmed closed',
      '0,1': 'created assigned started done rejected rejected',
    },
  },
  photos: {
    before: 'take start',
    attempts: [upload],
    outcomes: { [photoLimit]: `created assigned started ${'photo_added '.repeat(photoLimit)}in_progress` },
    check: removeOnePhoto,
  },
  // No photos can be added after `done`.
  'upload or done': {
    before: 'take start',
    attempts: [upload, upload, upload, byWorker('done')],
    outcomes: ([a = 0, b = 0, c = 0, done]) =>
      done === 1 ? `created assigned started ${'photo_added '.repeat(a + b + c)}done done` : undefined,
  },
  'comment or cancel': {
    attempts: [comment, cancel],
    outcomes: ([, canceled]) => (canceled === 1 ? 'created canceled closed' : undefined),
    check: checkComments,
  },
  'correct or cancel': {
    attempts: [correct, cancel],
    outcomes: ([, canceled]) => (canceled === 1 ? 'created canceled closed' : undefined),
    check: checkCorrections,
  },
  reassign: { before: 'take start', attempts: [reassign], outcomes: { 1: 'created assigned started assigned assigned' } },
  // The former worker cannot start after a reassignment; one who has started loses the ticket all the same.
  'reassign or start': {
    before: 'take',
    attempts: [reassign, byWorker('start')],
    outcomes: { '1,0': 'created assigned assigned assigned', '1,1': 'created assigned started assigned assigned' },
  },
  'reassign or done': {
    before: 'take start',
    attempts: [reassign, byWorker('done')],
    outcomes: { '1,0': 'created assigned started assigned assigned', '0,1': 'created assigned started done done' },
  },
  'reassign or cancel': {
    before: 'take',
    attempts: [reassign, cancel],
    outcomes: { '1,1': 'created assigned assigned canceled closed', '0,1': 'created assigned canceled closed' },
  },
  'hand back': { before: 'take', attempts: [handBack], outcomes: { 1: 'created assigned assigned' }, check: checkMarks(true) },
  'hand back or start': {
    before: 'take',
    attempts: [handBack, byWorker('start')],
    outcomes: ([, started]) => (started === 1 ? 'created assigned started in_progress' : undefined),
    check: checkMarks(false),
  },
  'hand back or cancel': {
    before: 'take',
    attempts: [handBack, cancel],
    outcomes: ([, canceled]) => (canceled === 1 ? 'created assigned canceled closed' : undefined),
    check: checkMarks(false),
  },
  'hand back or reassign': {
    before: 'take',
    attempts: [handBack, reassign],
    outcomes: ([, reassigned]) => (reassigned === 1 ? 'created assigned assigned assigned' : undefined),
    refusals: [409, 403], // Whoever has lost the ticket does not see it any more.
    check: checkMarks(false),
  },
};

async function checkWinner({ deployment }: RaceTrack, id: number): Promise<void> {
  const rows = await deployment.query(
    `select from tickets t join ticket_events e on e.ticket_id = t.id where t.id = $1 and action = 'assigned' and worker_id = actor_id`,
    [id],
  );
  if (rows.length !== 1) deployment.report('take: the journal names another worker than the winner');
}

const ticketRace =
  (what: string, { before = '', attempts, outcomes, refusals = [409], check }: TicketRace): Race =>
  async (track) => {
    const id = await track.createTicket(...before.split(' ').filter(Boolean));
    const calls = attempts.map((attempt) => (i: number) => attempt(track, id, i));
    const { wins } = await track.race(what, calls, refusals);
    const expected = typeof outcomes === 'function' ? outcomes(wins) : outcomes[wins.join()];
    if (expected === undefined) track.deployment.report(`${what}: ${wins} must not win`);
    else await track.checkJournal(what, id, expected);
    await check?.(track, id, wins);
  };

export const ticketRaces: Record<string, Race> = Object.fromEntries(
  Object.entries(races).map(([what, race]) => [what, ticketRace(what, race)]),
);
