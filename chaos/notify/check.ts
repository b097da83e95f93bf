import type { NotificationChannels } from '../../testing/notification-channels.ts';
import type { Deployment } from '../lib/deployment.ts';
import { type Arrival, channelNames, readArrivals } from './arrivals.ts';
import { type Due, findDue, isObsolete, isQuiet, maySee, mayWait, readTickets, type Ticket } from './expected.ts';
import type { Person, Town } from './people.ts';

/** A message is decided and then sent: what changes between the two may still be told. */
const sendingMs = 5_000;
/** A delivery that an instance took with it is taken by another one after 30 s. */
const takeoverMs = 60_000;
/** What an instance sends at the same time, by channel (src/outbound): a kill can repeat that many messages. */
const sendsAtOnce = new Map([
  ['messenger', 4],
  ['email', 4],
  ['push', 8],
]);
/** A message to a chat names so many things at most. */
const maxNamed = 20;

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

/** How often something is there, by what it is. */
class Counter extends Map<string, number> {
  add(count: number, ...key: (string | number)[]): void {
    const text = key.join(' ');
    this.set(text, (this.get(text) ?? 0) + count);
  }
}

/** Compares what arrived with what is due by the journal. */
export async function checkNotifications(deployment: Deployment, town: Town, channels: NotificationChannels) {
  const tickets = await readTickets(deployment, town);
  const due = findDue(tickets.values());
  const check = new Check(deployment, town, due, await readSends(deployment));
  check.counts.events = [...tickets.values()].reduce((count, { entries }) => count + entries.length, 0);
  await check.compareInbox();
  for (const one of due) check.judge(one);
  await check.findWithoutNotification();
  check.compareArrivals(channels, tickets);
  return check.counts;
}

/** By account and entry of the journal. */
async function readSends(deployment: Deployment): Promise<Map<string, Send[]>> {
  const rows = await deployment.query<Send>(`
    select s.id::text, s.user_id, substr(n.cause, length('journal:') + 1) as entry_id, s.channel, s.state, s.reason,
      (extract(epoch from s.decided_at) * 1000)::float8 as decided_at, s.digest_id::text
    from notification_sends as s join notifications as n on n.id = s.notification_id order by s.id`);
  const inDigests = rows.filter(({ channel, digest_id, state }) => channel === 'messenger' && digest_id && state === 'sent');
  for (const items of Map.groupBy(inDigests, ({ digest_id }) => digest_id).values())
    for (const item of items.slice(0, -maxNamed)) item.state = 'not named';
  return Map.groupBy(rows, ({ user_id, entry_id }) => `${user_id} ${entry_id}`);
}

class Check {
  readonly counts;
  readonly #deployment: Deployment;
  readonly #town: Town;
  readonly #due: Due[];
  readonly #sends: Map<string, Send[]>;
  /** what has to arrive, by channel, account, event and ticket */
  readonly #expected = new Counter();
  /** tickets that were taken before their members were told */
  readonly #withoutMessage = new Set<number>();

  constructor(deployment: Deployment, town: Town, due: Due[], sends: Map<string, Send[]>) {
    this.#deployment = deployment;
    this.#town = town;
    this.#due = due;
    this.#sends = sends;
    this.counts = { events: 0, inbox: due.length, arrived: 0, lost: 0, repeated: 0, obsolete: 0, waiting: 0 };
  }

  async compareInbox(): Promise<void> {
    const { report } = this.#deployment;
    const rows = await this.#deployment.query<{ user_id: string; event: string; ticket_id: number }>(
      'select user_id, event, ticket_id from notifications where ticket_id is not null',
    );
    const counter = new Counter();
    for (const { user_id, event, ticket_id } of rows) counter.add(1, event, 'of', ticket_id, 'to', user_id);
    for (const { event, ticket, person } of this.#due) counter.add(-1, event, 'of', ticket.id, 'to', person.user.id);
    for (const [key, count] of counter) if (count !== 0) report(`inbox: ${count > 0 ? `${count} too many` : 'missing'}: ${key}`);
    const taken = await this.#deployment.query(
      `select n.id from notifications as n join tickets as t on t.id = n.ticket_id
       where n.event = 'ticket_available' and n.read_at is null and t.status <> 'new'`,
    );
    if (taken.length > 0) report(`inbox: ${taken.length} unread jobs that somebody has taken`);
  }

  /** Finds out what has to have arrived of one thing that is due; the decisions of the service have to agree with the journal. */
  judge(one: Due): void {
    const { person, event, ticket, entryId } = one;
    const { report } = this.#deployment;
    const key = `${person.user.id} ${entryId}`;
    const found = this.#sends.get(key) ?? [];
    this.#sends.delete(key);
    const what = `${event} of ${ticket.job} to ${person.user.email} (${person.kind})`;
    if (person.kind === 'inbox') {
      if (found.length > 0) report(`${what}: sent though nothing is turned on`);
      return;
    }
    // When somebody has taken the ticket before its members are told of it, it is only added to their inboxes, as read.
    if (event === 'ticket_available' && found.length === 0 && ticket.entries.length > 1) {
      this.counts.obsolete += channelNames.length;
      this.#withoutMessage.add(ticket.id);
      return;
    }
    for (const channel of channelNames) {
      const [send, ...others] = found.filter((each) => each.channel === channel);
      if (!send || others.length > 0) report(`${what}: ${others.length + (send ? 1 : 0)} sends by ${channel}`);
      if (!send) continue;
      if (send.state === 'sent') this.#expected.add(1, channel, person.user.id, event, ticket.job);
      else if (send.state === 'waiting' && mayWait(one, this.#town.turningPoint, takeoverMs)) this.counts.waiting++;
      else if (send.state === 'not named') this.counts.arrived++;
      else if (send.state === 'dropped' && this.#mayBeDropped(one, send)) this.counts.obsolete++;
      else report(`${what} by ${channel}: ${send.state} ${send.reason}`);
    }
  }

  #mayBeDropped(one: Due, { reason, decided_at }: Send): boolean {
    if (reason === 'not_true' || reason === 'read') return isObsolete(one, decided_at, sendingMs);
    const { person, ticket, at } = one;
    const hasWaited = person.kind === 'digest' || person.kind === 'quietEnds';
    const isNewer = (other: Due): boolean => other.ticket === ticket && other.person === person && other.at > at;
    return reason === 'newer_of_ticket' && hasWaited && this.#due.some((other) => isNewer(other) && other.at <= decided_at);
  }

  /** Nobody is sent a ticket that was taken before: then it was read from the beginning, by all of its members at the same time. */
  async findWithoutNotification(): Promise<void> {
    const { report } = this.#deployment;
    for (const [key, left] of this.#sends) report(`${left.length} sends of something that is not due: ${key}`);
    const rows = await this.#deployment.query<{ ticket_id: number }>(
      `select n.ticket_id from notifications as n
       where n.ticket_id = any($1) and n.event = 'ticket_available'
       group by n.ticket_id having count(distinct n.read_at) <> 1 or count(*) <> count(n.read_at)
         or exists (select from notification_sends as s join notifications as o on o.id = s.notification_id
           where o.ticket_id = n.ticket_id and o.event = 'ticket_available')`,
      [[...this.#withoutMessage]],
    );
    for (const { ticket_id } of rows) report(`ticket ${ticket_id}: some members were not sent it, though it was new`);
  }

  compareArrivals(channels: NotificationChannels, tickets: Map<number, Ticket>): void {
    const { report, kills } = this.#deployment;
    const { counts } = this;
    const dueKeys = new Set(this.#due.map(({ person, event, ticket }) => `${person.user.id} ${event} ${ticket.job}`));
    const byJob = new Map([...tickets.values()].map((ticket) => [ticket.job, ticket]));
    const { arrivals, unknown } = readArrivals(channels, this.#town.people);
    for (const text of unknown) report(`not understood: ${text}`);
    const arrived = new Counter();
    for (const arrival of arrivals) {
      const { channel, person, event, job } = arrival;
      const ticket = byJob.get(job);
      arrived.add(1, channel, person.user.id, event, job);
      if (ticket) this.#checkRights(arrival, ticket);
      if (!dueKeys.has(`${person.user.id} ${event} ${job}`))
        report(`${channel} told ${person.user.email} of ${job}: ${event}, not due`);
    }
    const repeated = new Counter();
    for (const key of new Set([...arrived.keys(), ...this.#expected.keys()])) {
      const [have = 0, want = 0] = [arrived.get(key), this.#expected.get(key)];
      counts.arrived += Math.min(have, want);
      counts.lost += Math.max(0, want - have);
      if (have < want) report(`lost: ${want - have} of ${key}`);
      if (have > want) repeated.add(have - want, key.split(' ')[0] ?? '');
    }
    for (const [channel, count] of repeated) {
      counts.repeated += count;
      if (count > kills * (sendsAtOnce.get(channel) ?? 0))
        report(`${channel}: ${count} messages more than due, with ${kills} kills`);
    }
  }

  #checkRights({ channel, person, event, at, job }: Arrival<Person>, ticket: Ticket): void {
    const { report } = this.#deployment;
    const { turningPoint } = this.#town;
    const what = `${channel} told ${person.user.email} (${person.kind}) of ${job}: ${event}`;
    if (!maySee(ticket, person, at, sendingMs)) report(`${what}, who may not see the ticket`);
    const hasJustBegun = person.kind === 'quietBegins' && at < turningPoint + sendingMs;
    if (isQuiet(person, ticket.isUrgent, turningPoint, at) && !hasJustBegun) report(`${what} in quiet hours`);
  }
}
