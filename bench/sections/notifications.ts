import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { password, type Size, sizeOf } from '../../testing/benchmark-data.ts';
import { NotificationChannels } from '../../testing/notification-channels.ts';
import type { BenchEnvironment, Copy } from '../lib/environment.ts';
import { inTurns, noRounds, roundsText } from '../lib/in-turns.ts';
import { seededUsers } from '../lib/seeded-users.ts';
import type { Plan } from '../lib/statistics.ts';
import { TicketPool } from '../lib/ticket-pool.ts';

// What notifications cost those who take tickets: the members of a project are notified of new ones meanwhile.

export const notificationVariants = ['all off', 'all on'] as const;
export type NotificationVariant = (typeof notificationVariants)[number];

export interface NotificationCost {
  tickets: number;
  members: number;
  /** `told`: new tickets of which the members are still to be told when a run starts */
  cells: { connections: number; told: number; perSecond: Record<NotificationVariant, number[]> }[];
  /** messages a second beside the takes, round by round */
  sent: number[];
}

const tickets = 100_000;
const members = 50;
const fastest = 6_000;
const shortRuns = 3;
/** Workers of queues that were empty look again after half a second. */
const beginMs = 700;
/** More than the service gets done during a run. */
const newTickets = 300;
const firstChatId = 1_000;

interface Place {
  variant: NotificationVariant;
  copy: Copy;
  db: pg.Client;
  url: string;
}

export async function measureNotifications(
  environment: BenchEnvironment,
  { rounds: longRounds, seconds: longSeconds, warmup: longWarmup, quick }: Plan,
): Promise<NotificationCost> {
  // Many short rounds: what others on the host do meanwhile then falls on both.
  const [rounds, seconds, warmup] = [longRounds * shortRuns, longSeconds / shortRuns, longWarmup / 2];
  const size = sizeOf(tickets);
  const channels = await NotificationChannels.start();
  environment.onRelease(() => channels.stop());
  const places: Place[] = [];
  for (const variant of notificationVariants) {
    const copy = await environment.copy(tickets);
    const db = await environment.connect(copy);
    await joinProject(db, size);
    const { url } = await environment.service(copy, channels.settings);
    if (variant === 'all on') await turnOn(db, url, channels, size);
    places.push({ variant, copy, db, url });
  }
  const sent: number[] = [];
  const cells = [0, newTickets].flatMap((told) =>
    (quick ? [10] : [10, 50]).map((connections) => ({ connections, told, perSecond: noRounds(notificationVariants) })),
  );
  for (const cell of cells) {
    const { connections, told, perSecond } = cell;
    const pools = new Map(places.map((place) => [place, new TicketPool(place.db, size, connections)]));
    const rateOf = ({ variant, db, url }: Place, pool: TicketPool): Promise<number> => {
      const maxTickets = fastest * (seconds + warmup);
      return pool.take(maxTickets + newTickets, async (first) => {
        await enqueueEvents(db, first + maxTickets, told);
        await sleep(beginMs);
        const before = countMessages(channels);
        const load = await pool.loadFrom(first, { url, connections, warmup, seconds });
        if (variant === 'all on' && told > 0) sent.push((countMessages(channels) - before) / (seconds + warmup));
        await endBackgroundWork(db);
        return load.perSecond;
      });
    };
    await inTurns(
      rounds,
      [perSecond],
      notificationVariants,
      (all) => all,
      (_, variant) => {
        const place = places.find((one) => one.variant === variant) as Place;
        return rateOf(place, pools.get(place) as TicketPool);
      },
    );
    environment.log(`${connections} connections, ${told} new tickets: ${roundsText(perSecond)}`);
  }
  environment.log(`messages per second: ${sent.map(Math.round).join(' ')}`);
  return { tickets, members, cells, sent };
}

const countMessages = ({ botApi, smtp, push }: NotificationChannels): number =>
  botApi.sent().length + smtp.mails().length + push.received().length;

/** Makes those who take tickets the members of one project, which is then the first of each. */
async function joinProject(db: pg.Client, size: Size): Promise<void> {
  const ids = seededUsers(size, 'worker', members).map(({ id }) => id);
  await db.query('delete from project_workers where project_id = 1');
  await db.query(
    `insert into project_workers (project_id, worker_id, status, invited_by_name, invited_at, responded_at)
     select 1, id, 'active', 'Client', now(), now() from unnest($1::uuid[]) as id`,
    [ids],
  );
}

/** Turns all channels of all events on for the members and the client. */
async function turnOn(db: pg.Client, url: string, channels: NotificationChannels, size: Size): Promise<void> {
  const people = [...seededUsers(size, 'worker', members), ...seededUsers(size, 'client', 1)];
  for (const [i, { id }] of people.entries()) {
    const { rows } = await db.query<{ email: string }>('select email from users where id = $1', [id]);
    channels.addChat(firstChatId + i);
    const login = { email: rows[0]?.email ?? '', password };
    await channels.subscribe(url, login, `browser${i}`, `198.18.0.${i}`);
    await db.query('update users set messenger_target = $2::text, messenger_bound_by = $2::bigint where id = $1', [
      id,
      firstChatId + i,
    ]);
    await db.query('insert into notification_preferences (user_id, events) values ($1, $2)', [id, JSON.stringify(allOn)]);
  }
}

const on = ['messenger', 'email', 'push'];
const allOn = { ticket_available: on, ticket_assigned: on, ticket_canceled: on, ticket_started: on, ticket_done: on };

/** Hands the creation of tickets that are not taken in this run to the service. */
async function enqueueEvents(db: pg.Client, first: number, count: number): Promise<void> {
  await db.query(
    `insert into deliveries (queue, payload, created_at)
     select 'notifications',
       jsonb_build_object('kind', 'ticket_event', 'ticket_id', ticket_id, 'action', 'created', 'event_id', id), now()
     from ticket_events where ticket_id >= $1 and ticket_id < $2 and action = 'created' order by id`,
    [first, first + count],
  );
}

/** Deletes what is still to be told, until the service has none under way: it would take time from the next run. */
async function endBackgroundWork(db: pg.Client): Promise<void> {
  for (let quietChecks = 0; quietChecks < 3; ) {
    const { rowCount } = await db.query("delete from deliveries where queue <> 'jobs'");
    quietChecks = rowCount === 0 ? quietChecks + 1 : 0;
    await sleep(150);
  }
}
