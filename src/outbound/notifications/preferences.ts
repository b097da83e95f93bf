import type { Config } from '../../platform/config/config.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { invalidValue, notFound } from '../../platform/http/errors.ts';
import { requireTimeZone } from '../../platform/http/validation.ts';
import { lockWithActor } from '../../product/identity/users/actions.ts';
import type { Actor } from '../../product/visibility.ts';
import { type Channel, channels } from './channels.ts';
import type { Timing } from './due-time.ts';
import { eventsOf, type NotificationEvent } from './kinds.ts';
import { countSubscriptions } from './push/subscriptions.ts';
import type { NotificationPreferences, NotificationSettings } from './schemas.ts';

const defaultDigestAt = '07:00';

type Switches = Partial<Record<NotificationEvent, Channel[]>>;

interface Row {
  events: Switches;
  quiet_from: string | null;
  quiet_to: string | null;
  timezone: string;
  urgent_breaks: boolean;
  digest_at: string | null;
}

const columns = ['events', 'quiet_from', 'quiet_to', 'timezone', 'urgent_breaks', 'digest_at'] as const;
const nothing: Row = { events: {}, quiet_from: null, quiet_to: null, timezone: 'UTC', urgent_breaks: true, digest_at: null };

/** The preferences of an account in a row that was joined; null: it has none. */
export type JoinedPreferences = Omit<Row, 'events'> & { events: Switches | null };

/** @returns the channels that are turned on for an event */
export const channelsFor = ({ events }: JoinedPreferences, event: NotificationEvent): Channel[] =>
  channels.filter((channel) => events?.[event]?.includes(channel));

/** @returns what an account has turned on by now, and when it may be sent; undefined: it has never turned anything on */
export async function readChoices(
  db: Db,
  userId: string,
): Promise<{ isOn: (event: NotificationEvent, channel: Channel) => boolean; timing: Timing } | undefined> {
  const row = await db.selectFrom('notification_preferences').select(columns).where('user_id', '=', userId).executeTakeFirst();
  return row && { isOn: (event, channel) => row.events[event]?.includes(channel) ?? false, timing: timingOf(row) };
}

/** @returns when somebody with these preferences may be notified */
export const timingOf = ({ quiet_from, quiet_to, urgent_breaks, digest_at, timezone }: Omit<Row, 'events'>): Timing => ({
  quietHours: quiet_from && quiet_to ? { from: quiet_from, to: quiet_to, urgentBreaks: urgent_breaks } : undefined,
  digestAt: digest_at ?? undefined,
  timezone,
});

/** @throws 404 when the account was deleted */
export async function getPreferences(db: Db, config: Config, actor: Actor, now: Date): Promise<NotificationPreferences> {
  const account = await db
    .selectFrom('users as u')
    .leftJoin('notification_preferences as p', 'p.user_id', 'u.id')
    .select(['u.messenger_target', 'u.messenger_refused_at', 'u.bot_id', 'p.user_id'])
    .select(['p.events', 'p.quiet_from', 'p.quiet_to', 'p.timezone', 'p.urgent_breaks', 'p.digest_at'])
    .where('u.id', '=', actor.id)
    .executeTakeFirst();
  if (!account) throw notFound('profile');
  const hasBot = account.bot_id !== null || config.messengerBotToken !== '';
  const isBound = account.messenger_target !== '' && account.messenger_refused_at === null;
  return {
    channels: {
      messenger: { ready: hasBot && isBound },
      email: { ready: config.smtp !== undefined },
      push: { ready: config.dataEncryptionKey !== undefined && (await countSubscriptions(db, actor.id, now)) > 0 },
    },
    ...settingsOf(actor, account.user_id === null ? nothing : (account as Row)),
  };
}

function settingsOf(
  actor: Actor,
  { events, quiet_from, quiet_to, timezone, urgent_breaks, digest_at }: Row,
): Omit<NotificationPreferences, 'channels'> {
  const switches = (event: NotificationEvent): object =>
    Object.fromEntries(channels.map((channel) => [channel, events[event]?.includes(channel) ?? false]));
  return {
    events: Object.fromEntries(
      eventsOf(actor.role).map((event) => [event, switches(event)]),
    ) as NotificationPreferences['events'],
    quiet_hours: quiet_from && quiet_to ? { from: minute(quiet_from), to: minute(quiet_to), timezone, urgent_breaks } : null,
    digest: digest_at === null ? ('none' as const) : ('daily' as const),
    digest_at: minute(digest_at ?? defaultDigestAt),
    timezone,
  };
}

/** Without the seconds that PostgreSQL adds. */
const minute = (time: string): string => time.slice(0, 5);

/**
 * Replaces the preferences of the caller.
 * @throws 400 an event that does not concern the role, or an unknown time zone; 401, 403 as for every change of an account
 */
export async function putPreferences(tx: Tx, actor: Actor, settings: NotificationSettings): Promise<void> {
  const { events, quiet_hours, digest, digest_at = defaultDigestAt } = settings;
  const timezone = quiet_hours?.timezone ?? settings.timezone ?? 'UTC';
  requireTimeZone(timezone, quiet_hours ? 'quiet_hours.timezone' : 'timezone');
  const concerned = eventsOf(actor.role);
  const foreign = Object.keys(events).find((event) => !concerned.includes(event as NotificationEvent));
  if (foreign) throw invalidValue(`events.${foreign}`, `does not concern a ${actor.role}`);
  await lockWithActor(tx, actor, actor.id);
  const on = Object.entries(events).map(([event, switches]) => [event, channels.filter((channel) => switches?.[channel])]);
  const values = {
    events: JSON.stringify(Object.fromEntries(on)),
    quiet_from: quiet_hours?.from ?? null,
    quiet_to: quiet_hours?.to ?? null,
    timezone,
    urgent_breaks: quiet_hours?.urgent_breaks ?? true,
    digest_at: digest === 'daily' ? digest_at : null,
  };
  await tx
    .insertInto('notification_preferences')
    .values({ user_id: actor.id, ...values })
    .onConflict((existing) => existing.column('user_id').doUpdateSet(values))
    .execute();
}
