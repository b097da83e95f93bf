import { sql } from 'kysely';
import type { Config } from '../../../platform/config/config.ts';
import type { Db } from '../../../platform/database/database.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { plus } from '../../../platform/lib/clock.ts';
import { days, hours } from '../../../platform/lib/duration.ts';
import type { Language } from '../../../platform/lib/languages.ts';
import { tokenHash } from '../../../platform/security/tokens.ts';
import { hasRequiredSecondFactor } from '../../identity/auth/required-second-factor.ts';
import { maxLengthMs } from '../../tickets/appointments/queries.ts';
import { deadlineColumns, deadlineJoin, presentDeadline, type ReadDeadline } from '../../tickets/deadlines/deadline-row.ts';
import type { TicketDeadline } from '../../tickets/deadlines/schemas.ts';
import { type Actor, disjointVisibleTickets, isAssignee } from '../../visibility.ts';
import { type CalendarRule, selectRules, yearAfter } from './queries.ts';
import { summaryLength } from './schemas.ts';
import { type UpcomingRun, upcomingRuns } from './upcoming-runs.ts';

/** Runs of a feed: calendar programs read about a megabyte. */
export const maxFeedRuns = 1_000;
export const feedIntervalMs = hours(1);

/** The beginning of the present hour: a feed in which nothing changed stays the same for so long, and with it its entity tag. */
export const feedTime = (now: Date): Date => new Date(Math.floor(now.getTime() / feedIntervalMs) * feedIntervalMs);

/** Tickets of a feed, the newest ones. */
const maxFeedTickets = 200;

/** The account of a feed. */
export interface FeedOwner {
  actor: Actor;
  language: Language;
}

/** Finds the account of a token. @throws 404 token unknown or void, account disabled, deleted or without a required second factor */
export async function findFeedOwner(db: Db, config: Config, token: string): Promise<FeedOwner> {
  const owner = await db
    .selectFrom('calendar_tokens as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['u.id', 'u.role', 'u.language'])
    .where('c.token_hash', '=', tokenHash(token))
    .where('u.is_active', '=', true)
    .where(hasRequiredSecondFactor(config, 'u'))
    .executeTakeFirst();
  if (!owner) throw notFound('calendar feed');
  return { actor: { id: owner.id, role: owner.role }, language: owner.language ?? 'en' };
}

/**
 * The coming runs of twelve months that the actor sees. When these are too many, those of the longest time that has few enough:
 * half of it, or a quarter, and so on.
 */
export async function listFeedRuns(db: Db, actor: Actor, now: Date): Promise<UpcomingRun<CalendarRule>[]> {
  if (actor.role === 'worker') return []; // workers see no rules
  const end = yearAfter(now);
  const rules = await selectRules(db, actor, { from: now, to: end }, now, { limit: maxFeedRuns + 1 });
  for (let ms = end.getTime() - now.getTime(); ms >= days(1); ms /= 2) {
    const runs = await upcomingRuns(rules, { from: now, to: new Date(now.getTime() + ms) }, now, maxFeedRuns);
    if (runs) return runs;
  }
  return [];
}

/** An open ticket with what is still to be kept of its deadlines. */
export interface FeedTicket {
  id: number;
  summary: string;
  object_name: string;
  address: string;
  deadline: TicketDeadline;
}

/** An appointment of a worker, or of a client's ticket. */
export interface FeedAppointment {
  /** of the ticket */
  id: number;
  summary: string;
  object_name: string;
  address: string;
  from: string;
  to: string;
  note: string;
  is_canceled: boolean;
  /** rises with each change of the appointment of a ticket */
  sequence: number;
  /** when it was set, answered or canceled last */
  modified_at: string;
}

/** So long appointments stay in the feed: calendar programs learn of a cancellation, and their owner sees the last weeks. */
const keepAppointmentsMs = days(30);
const maxFeedAppointments = 500;

/**
 * The appointments of tickets that are assigned to a worker, or that a client owns: of each ticket the latest one that was not replaced.
 * A worker has few tickets, and of the many of a client few have an appointment, so each is read from the side that has fewer.
 */
export async function listFeedAppointments(db: Db, actor: Actor, now: Date): Promise<FeedAppointment[]> {
  if (actor.role === 'admin') return [];
  const since = plus(now, -keepAppointmentsMs);
  const latest =
    actor.role === 'worker'
      ? sql`tickets as t cross join lateral (
          select * from ticket_appointments where ticket_id = t.id order by id desc limit 1
        ) as a`
      : sql`ticket_appointments as a join tickets as t on t.id = a.ticket_id`;
  const isOwn =
    actor.role === 'worker'
      ? isAssignee(actor.id)
      : sql`t.client_id = ${actor.id} and a.from_at > ${plus(since, -maxLengthMs)}
          and not exists (select from ticket_appointments as later where later.ticket_id = t.id and later.id > a.id)`;
  const { rows } = await sql<FeedAppointment>`
    select t.id, left(t.description, ${summaryLength}::integer) as summary, o.name as object_name, t.address,
      a.from_at as "from", a.to_at as "to", a.note, a.ended_at is not null as is_canceled,
      (2 * (select count(*) from ticket_appointments as b where b.ticket_id = t.id and b.id < a.id)
        + (a.ended_at is not null)::integer)::integer as sequence,
      greatest(a.set_at, a.answered_at, a.ended_at) as modified_at
    from ${latest} join objects as o on o.id = t.object_id
    where ${isOwn} and a.to_at > ${since}
      and (t.status <> 'closed' or t.closed_at > ${plus(now, -2 * keepAppointmentsMs)})
    order by a.from_at desc, a.id desc limit ${maxFeedAppointments}`.execute(db);
  return rows;
}

/** The tickets with deadlines that a worker may take or has to finish. */
export async function listFeedTickets(db: Db, actor: Actor, now: Date): Promise<FeedTicket[]> {
  if (actor.role !== 'worker') return [];
  const free = sql.join(disjointVisibleTickets(actor, 'unassigned'), sql` or `);
  const own = sql.join(disjointVisibleTickets(actor, 'assigned'), sql` or `);
  const { rows } = await sql<Omit<FeedTicket, 'deadline'> & ReadDeadline>`
    select t.id, left(t.description, ${summaryLength}::integer) as summary, o.name as object_name, t.address, ${deadlineColumns(now)}
    from tickets as t ${deadlineJoin}
    join objects as o on o.id = t.object_id
    where ((${own} and t.status not in ('new', 'closed')) or ${free})
      and exists (select from project_targets as target where target.project_id = t.project_id and target.has_targets)
    order by t.id desc limit ${maxFeedTickets}`.execute(db);
  return rows.flatMap((row) => {
    const deadline = presentDeadline(row, now);
    return deadline ? [{ ...row, deadline }] : [];
  });
}
