import { sql } from 'kysely';
import { BotApi, BotApiError } from '../../outbound/messenger/bot-api.ts';
import { globalBot, listBots } from '../../outbound/messenger/bots.ts';
import { countHeard } from '../../outbound/messenger/lease.ts';
import type { Deps } from '../capability/deps.ts';
import type { Db } from '../database/open.ts';
import { systemRead } from '../database/system-read.ts';
import { type Backlog, maxCounted, readBacklog } from '../deliveries/backlog.ts';
import { type Outcome, readJobResults } from '../jobs/job-results.ts';
import { plus } from '../lib/clock.ts';
import { days, minutes, seconds } from '../lib/duration.ts';
import type { Health } from './schemas.ts';
import { statusMessages } from './status-messages.ts';

export type Checking = Pick<Deps, 'db' | 'clock' | 'config' | 'storage' | 'log'>;

/** What lies outside may hang; whoever asks may not. */
const patience = seconds(5);
/** Work that comes round may take its time before it counts as late. */
const slack = minutes(15);

/** How the parts of the service are, with a look at the messenger and the storage. */
export async function readHealth(deps: Checking): Promise<Health> {
  const outcomes = await readJobResults(deps.db.read);
  const now = deps.clock();
  const [messenger, mail, storage, rules] = await Promise.all([
    checkMessenger(deps, outcomes('messages')),
    checkMail(deps, outcomes('mails')),
    checkStorage(deps),
    checkRules(deps, outcomes('rules'), now),
  ]);
  const retention = checkRetention(deps, outcomes('retention'), now);
  const parts = { messenger, mail, storage, retention, rules };
  const isTroubled = Object.values(parts).some(({ state }) => state === 'trouble');
  return { state: isTroubled ? 'trouble' : 'ok', checked_at: now.toISOString(), ...parts };
}

/** What deliveries tell of the way out. */
function unsentReason({ failing }: Backlog, last: Outcome): 'failing' | 'given_up' | 'working' {
  if (failing > 0) return 'failing';
  return isLater(last.failed_at, last.succeeded_at) ? 'given_up' : 'working';
}

/** What is delivered is of no use when its links lead to the reader's own machine. */
function withLinks<R extends string>(reason: R | 'working', { publicUrl }: Checking['config']): R | 'working' | 'no_public_url' {
  return reason === 'working' && publicUrl === '' ? 'no_public_url' : reason;
}

const isLater = (one: string | null, other: string | null): boolean => one !== null && (other === null || one > other);

async function checkMessenger({ db, config }: Checking, last: Outcome): Promise<Health['messenger']> {
  const [{ wanted, heard, backlog }, found] = await Promise.all([
    systemRead(db, async (lane) => {
      const { bots, unreadable } = await listBots(lane, config);
      const polled = await countHeard(lane, [...bots.keys()]);
      return { wanted: bots.size + unreadable, heard: polled, backlog: await readBacklog(lane, 'messages') };
    }),
    meetGlobalBot(db.read, config),
  ]);
  const { reason: failure, ...unsent } = backlog;
  const ofDeliveries = unsentReason({ ...unsent, reason: failure }, last);
  const unheard = heard < wanted ? 'unheard' : undefined;
  const reason = wanted === 0 ? 'not_configured' : (found.trouble ?? unheard ?? withLinks(ofDeliveries, config));
  const details = { bot_username: found.username, bots: wanted, bots_heard: heard, ...unsent, failure };
  return part('messenger', reason, { ...details, last_sent_at: last.succeeded_at });
}

type Trouble = 'unreachable' | 'refused' | 'webhook';

/** Asks the global bot for its name; what its poller found is known already. */
async function meetGlobalBot(db: Db, config: Checking['config']): Promise<{ username: string; trouble?: Trouble }> {
  const bot = globalBot(config);
  if (!bot) return { username: '' };
  const known = await db.selectFrom('bots').select('problem').where('id', '=', bot.id).executeTakeFirst();
  try {
    const username = await new BotApi(config.messengerApiRoot).identify(bot.token, AbortSignal.timeout(patience));
    return { username, ...(known?.problem === 'webhook' && { trouble: 'webhook' }) };
  } catch (error) {
    const isRefused = error instanceof BotApiError && (error.code === 401 || error.code === 404);
    return { username: '', trouble: isRefused ? 'refused' : 'unreachable' };
  }
}

async function checkMail({ db, config }: Checking, last: Outcome): Promise<Health['mail']> {
  const { reason: failure, ...unsent } = await systemRead(db, (lane) => readBacklog(lane, 'mails'));
  const ofDeliveries = unsentReason({ ...unsent, reason: failure }, last);
  const reason = config.smtp ? withLinks(ofDeliveries, config) : 'not_configured';
  return part('mail', reason, { ...unsent, failure, last_sent_at: last.succeeded_at });
}

async function checkStorage({ db, config, storage, log }: Checking): Promise<Health['storage']> {
  const [isReached, undeletable] = await Promise.all([
    within(patience, storage.check()).then(
      () => true,
      (error: Error) => {
        log.warn({ reason: error.message || error.name }, 'the photo storage cannot be reached');
        return false;
      },
    ),
    systemRead(db, countUndeletable),
  ]);
  const reason = !isReached ? 'unreachable' : undeletable > 0 ? 'undeletable' : 'working';
  return part('storage', reason, { kind: config.s3 ? 's3' : 'local', undeletable });
}

async function countUndeletable(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n
    from (select from pending_file_deletions where failing_since is not null limit ${maxCounted}) as kept`.execute(db);
  return rows[0]?.n ?? 0;
}

function checkRetention({ config }: Checking, last: Outcome, now: Date): Health['retention'] {
  const kept = config.ticketRetentionDays;
  if (kept === 0) return part('retention', 'switched_off', { days: 0, last_run_at: last.succeeded_at, next_run_at: null });
  return part('retention', roundReason(last, days(1), now), { days: kept, ...roundsOf(last, days(1)) });
}

async function checkRules({ db, config }: Checking, last: Outcome, now: Date): Promise<Health['rules']> {
  const every = config.recurringTickEvery;
  return part('rules', roundReason(last, every, now), {
    ...roundsOf(last, every),
    ...(await systemRead(db, (lane) => countDue(lane, now))),
  });
}

function roundReason(last: Outcome, every: number, now: Date): 'failed' | 'late' | 'working' {
  if (isLater(last.failed_at, last.succeeded_at)) return 'failed';
  if (last.succeeded_at === null) return 'late';
  return plus(new Date(last.succeeded_at), every + slack) < now ? 'late' : 'working';
}

function roundsOf({ succeeded_at: last }: Outcome, every: number) {
  return { last_run_at: last, next_run_at: last && plus(new Date(last), every).toISOString() };
}

/** The rules that the next evaluation looks at, over the index that it uses. */
async function countDue(db: Db, now: Date): Promise<{ due: number; blocked: number }> {
  const { rows } = await sql<{ due: number; blocked: number }>`
    select count(*)::int as due, (count(*) filter (where is_blocked))::int as blocked
    from (
      select not p.is_active or not o.is_active or coalesce(
               (select status <> 'closed' from tickets where rule_id = r.id order by id desc limit 1), false) as is_blocked
      from recurring_rules r join projects p on p.id = r.project_id join objects o on o.id = r.object_id
      where r.is_active and r.next_run_at <= ${now.toISOString()}
      limit ${maxCounted}
    ) as due`.execute(db);
  return rows[0] ?? { due: 0, blocked: 0 };
}

type PartName = keyof typeof statusMessages;
type Details<Name extends PartName> = Omit<Health[Name], 'state' | 'reason' | 'sentence'>;

function part<Name extends PartName>(name: Name, reason: Health[Name]['reason'], details: Details<Name>) {
  const state = reason === 'working' ? 'ok' : reason === 'not_configured' || reason === 'switched_off' ? 'off' : 'trouble';
  const sentence = (statusMessages[name] as Record<string, string>)[reason] ?? '';
  return { state, reason, sentence, ...details } as const;
}

function within<T>(time: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${time} ms`)), time);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
