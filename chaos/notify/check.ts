import type pg from 'pg';
import type { NotificationChannels } from '../../testing/notification-channels.ts';
import type { Problems } from '../lib/program.ts';
import { type Arrival, channelNames, readArrivals } from './arrivals.ts';
import { type Due, findDue, isObsolete, isQuiet, maySee, mayWait, readTickets, type Ticket } from './expected.ts';
import type { Person, Town } from './people.ts';

/** A message is decided and then sent: what changes between the two may still be told. */
const sendingMs = 5_000;
/** A delivery that an instance took with it is taken by another one after 30 s. */
const takeoverMs = 60_000;
/** A message to a chat names so many things at most. */
const maxNamed = 20;

export interface CheckTask {
  db: pg.Client;
  town: Town;
  channels: NotificationChannels;
  kills: number;
  problems: Problems;
}

export interface Counts {
  events: number;
  inbox: number;
  arrived: number;
  lost: number;
  repeated: number;
  obsolete: number;
  waiting: number;
}

interface Send {
  id: string;
  user_id: string;
  entry_id: string;
  channel: string;
  state: string;
  reason: string;
  decided_at: number;
  digest_id: string | null;
}

/** Compares what arrived with what is due by the journal. */
export async function check(task: CheckTask): Promise<Counts> {
  const { db, town, problems } = task;
  const tickets = await readTickets(db, town);
  const due = findDue(tickets.values());
  const events = [...tickets.values()].reduce((count, { entries }) => count + entries.length, 0);
  await checkInbox(db, due, problems);
  const sends = await readSends(db);
  const counts: Counts = { events, inbox: due.length, arrived: 0, lost: 0, repeated: 0, obsolete: 0, waiting: 0 };
  const expected = new Map<string, number>();
  const toldLate = new Set<number>();
  for (const one of due) judge(task, one, due, sends, counts, expected, toldLate);
  await checkToldLate(db, toldLate, problems);
  for (const [key, left] of sends) problems.add(`${left.length} sends of something that is not due: ${key}`);
  const dueKeys = new Set(due.map(({ person, event, ticket }) => keyOf(person.user.id, event, ticket.job)));
  checkArrivals(task, tickets, dueKeys, expected, counts);
  return counts;
}

async function checkInbox(db: pg.Client, due: Due[], problems: Problems): Promise<void> {
  const { rows } = await db.query<{ user_id: string; event: string; ticket_id: number; read: boolean }>(
    `select user_id, event, ticket_id, read_at is not null as read from notifications where ticket_id is not null`,
  );
  const counts = new Map<string, number>();
  for (const { user_id, event, ticket_id } of rows) add(counts, `${event} of ${ticket_id} to ${user_id}`, 1);
  for (const { event, ticket, person } of due) add(counts, `${event} of ${ticket.id} to ${person.user.id}`, -1);
  for (const [key, count] of counts)
    if (count !== 0) problems.add(`inbox: ${count > 0 ? `${count} too many` : 'missing'}: ${key}`);
  const taken = await db.query(
    `select n.id from notifications as n join tickets as t on t.id = n.ticket_id
     where n.event = 'ticket_available' and n.read_at is null and t.status <> 'new'`,
  );
  if (taken.rows.length > 0) problems.add(`inbox: ${taken.rows.length} unread jobs that somebody has taken`);
}

/** Nobody is sent a ticket that was taken before: then it was read from the beginning, by all of its members at the same time. */
async function checkToldLate(db: pg.Client, ticketIds: Set<number>, problems: Problems): Promise<void> {
  const { rows } = await db.query<{ ticket_id: number }>(
    `select n.ticket_id from notifications as n
     where n.ticket_id = any($1) and n.event = 'ticket_available'
     group by n.ticket_id having count(distinct n.read_at) <> 1 or count(*) <> count(n.read_at)
       or exists (select from notification_sends as s join notifications as o on o.id = s.notification_id
         where o.ticket_id = n.ticket_id and o.event = 'ticket_available')`,
    [[...ticketIds]],
  );
  for (const { ticket_id } of rows) problems.add(`ticket ${ticket_id}: some members were not sent it, though it was new`);
}

/** By account and entry of the journal. */
async function readSends(db: pg.Client): Promise<Map<string, Send[]>> {
  const { rows } = await db.query<Send>(`
    select s.id::text, s.user_id, substr(n.cause, length('journal:') + 1) as entry_id, s.channel, s.state, s.reason,
      (extract(epoch from s.decided_at) * 1000)::float8 as decided_at, s.digest_id::text
    from notification_sends as s join notifications as n on n.id = s.notification_id order by s.id`);
  const named = new Set<string>();
  const digests = Map.groupBy(
    rows.filter(({ channel, digest_id, state }) => channel === 'messenger' && digest_id !== null && state === 'sent'),
    ({ digest_id }) => digest_id,
  );
  for (const items of digests.values()) for (const { id } of items.slice(0, -maxNamed)) named.add(id);
  const shown = rows.map((row) => (named.has(row.id) ? { ...row, state: 'not named' } : row));
  return Map.groupBy(shown, ({ user_id, entry_id }) => `${user_id} ${entry_id}`);
}

/** Finds out what has to have arrived of one thing that is due; the decisions of the service have to agree with the journal. */
function judge(
  { town: { turningPoint }, problems }: CheckTask,
  one: Due,
  all: Due[],
  sends: Map<string, Send[]>,
  counts: Counts,
  expected: Map<string, number>,
  toldLate: Set<number>,
): void {
  const { person, event, ticket, entryId } = one;
  const key = `${person.user.id} ${entryId}`;
  const found = sends.get(key) ?? [];
  sends.delete(key);
  const what = `${event} of job ${ticket.job} to ${person.user.email} (${person.kind})`;
  // When somebody has taken the ticket before its members are told of it, it is only added to their inboxes, as read.
  if (event === 'ticket_available' && found.length === 0 && one.ticket.entries.length > 1 && person.kind !== 'inbox') {
    counts.obsolete += channelNames.length;
    toldLate.add(ticket.id);
    return;
  }
  for (const channel of person.kind === 'inbox' ? [] : channelNames) {
    const [send, ...others] = found.filter((each) => each.channel === channel);
    if (!send || others.length > 0) problems.add(`${what}: ${others.length + (send ? 1 : 0)} sends by ${channel}`);
    if (!send) continue;
    const isExpected = send.state === 'sent';
    if (isExpected) add(expected, keyOf(channel, person.user.id, event, ticket.job), 1);
    else if (send.state === 'waiting' && mayWait(one, turningPoint, takeoverMs)) counts.waiting++;
    else if (send.state === 'not named') counts.arrived++;
    else if (send.state === 'dropped' && mayBeDropped(one, send, all)) counts.obsolete++;
    else problems.add(`${what} by ${channel}: ${send.state} ${send.reason}`);
  }
  if (person.kind === 'inbox' && found.length > 0) problems.add(`${what}: sent though nothing is turned on`);
}

function mayBeDropped(one: Due, { reason, decided_at }: Send, all: Due[]): boolean {
  if (reason === 'not_true' || reason === 'read') return isObsolete(one, decided_at, sendingMs);
  const { person, ticket, at } = one;
  const hasWaited = person.kind === 'digest' || person.kind === 'quietEnds';
  const isNewer = (other: Due): boolean => other.ticket === ticket && other.person === person && other.at > at;
  return reason === 'newer_of_ticket' && hasWaited && all.some((other) => isNewer(other) && other.at <= decided_at);
}

function checkArrivals(
  { town, channels, kills, problems }: CheckTask,
  tickets: Map<number, Ticket>,
  dueKeys: Set<string>,
  expected: Map<string, number>,
  counts: Counts,
): void {
  const byJob = new Map([...tickets.values()].map((ticket) => [ticket.job, ticket]));
  const { arrivals, unknown } = readArrivals(channels, town.people);
  for (const text of unknown) problems.add(`not understood: ${text}`);
  const arrived = new Map<string, number>();
  for (const arrival of arrivals) {
    const { channel, person, event, job } = arrival;
    const ticket = byJob.get(job);
    add(arrived, keyOf(channel, person.user.id, event, job), 1);
    if (ticket) checkRights(arrival, ticket, town.turningPoint, problems);
    if (!dueKeys.has(keyOf(person.user.id, event, job)))
      problems.add(`${channel} told ${person.user.email} of job ${job}: ${event}, which is not due`);
  }
  const repeatedBy = new Map<string, number>();
  for (const key of new Set([...arrived.keys(), ...expected.keys()])) {
    const [have = 0, want = 0] = [arrived.get(key), expected.get(key)];
    counts.arrived += Math.min(have, want);
    if (have < want) problems.add(`lost: ${want - have} of ${key}`);
    counts.lost += Math.max(0, want - have);
    counts.repeated += Math.max(0, have - want);
    if (have > want) add(repeatedBy, key.split(' ')[0] ?? '', have - want);
  }
  for (const [channel, count] of repeatedBy)
    if (count > kills) problems.add(`${channel}: ${count} messages more than due, with ${kills} kills`);
}

function checkRights(
  { channel, person, event, at, job }: Arrival<Person>,
  ticket: Ticket,
  turningPoint: number,
  problems: Problems,
): void {
  const what = `${channel} told ${person.user.email} (${person.kind}) of job ${job}: ${event}`;
  if (!maySee(ticket, person, at, sendingMs)) problems.add(`${what}, who may not see the ticket`);
  const isDuringQuiet = isQuiet(person, ticket.isUrgent, turningPoint, at);
  const hasJustBegun = person.kind === 'quietBegins' && at < turningPoint + sendingMs;
  if (isDuringQuiet && !hasJustBegun) problems.add(`${what} in quiet hours`);
}

const keyOf = (...parts: (string | number)[]): string => parts.join(' ');

function add(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}
