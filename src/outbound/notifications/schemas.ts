import { type Static, Type } from 'typebox';
import { pageParameters } from '../../platform/http/pagination.ts';
import { NullableTimestamp, OneOf, PageOf, Timestamp, Uuid } from '../../platform/http/schemas.ts';
import { channels } from './channels.ts';
import { type NotificationEvent, notificationEvents } from './kinds.ts';
import { NotificationParams } from './params.ts';

const Event = OneOf(notificationEvents);

const fields = {
  id: Type.Integer(),
  event: Event,
  ticket_id: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  text_key: Type.String({ description: 'Which sentence tells it; the names in it are in `params`.', examples: ['ticket_done'] }),
  params: NotificationParams,
  created_at: Timestamp,
  read_at: NullableTimestamp,
};

export const Notification = Type.Object(fields, { title: 'Notification' });
export type Notification = Static<typeof Notification>;

const { properties: pageProperties } = PageOf(Notification);
export const NotificationPage = Type.Object(
  { ...pageProperties, unread: Type.Integer({ description: 'How many are not read, of all.' }) },
  { title: 'NotificationPage' },
);

export const NotificationQuery = Type.Object({
  ...pageParameters(['created_at'], 'created_at'),
  unread: Type.Optional({ ...OneOf(['true', 'false']), description: 'true: only those that are not read.' }),
});
export type NotificationQuery = Static<typeof NotificationQuery>;

export const MarkRead = Type.Object(
  {
    ids: Type.Optional(Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), { maxItems: 100 })),
    all: Type.Optional(Type.Literal(true)),
  },
  { title: 'MarkRead', description: 'Either `ids` or `all`.' },
);
export type MarkRead = Static<typeof MarkRead>;

export const MarkedRead = Type.Object({ ok: Type.Boolean(), unread: Type.Integer() }, { title: 'MarkedRead' });

const Send = Type.Object(
  {
    channel: OneOf(channels),
    state: OneOf(['waiting', 'queued', 'sent', 'dropped', 'failed']),
    reason: Type.String({ description: 'Why it waits, was dropped or failed.', examples: ['quiet_hours'] }),
    due_at: Timestamp,
    decided_at: NullableTimestamp,
  },
  { title: 'NotificationSend' },
);

export const NotificationDecision = Type.Object(
  { ...fields, sends: Type.Array(Send, { description: 'Empty: no channel is turned on for this event.' }) },
  { title: 'NotificationDecision' },
);
export type NotificationDecision = Static<typeof NotificationDecision>;
export const NotificationDecisionPage = PageOf(NotificationDecision);

export const DecisionQuery = Type.Object({
  ...pageParameters(['created_at'], 'created_at'),
  user_id: Type.Optional({ ...Uuid, description: 'Another account; for admins.', 'x-role': 'admin' }),
});
export type DecisionQuery = Static<typeof DecisionQuery>;

/** In the query, which is not logged. */
export const UnsubscribeQuery = Type.Object({ key: { ...Uuid, description: 'Of the account that got the mail.' } });

const LocalTime = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', examples: ['22:00'] });
const Timezone = Type.String({
  minLength: 1,
  maxLength: 64,
  examples: ['Europe/Berlin'],
  description: 'A name of the IANA database.',
});

const QuietHours = Type.Object(
  {
    from: LocalTime,
    to: LocalTime,
    timezone: Timezone,
    urgent_breaks: Type.Boolean({ description: 'Tickets of high priority are told at once all the same.' }),
  },
  { title: 'QuietHours' },
);

const Switches = Type.Object({ messenger: Type.Boolean(), email: Type.Boolean(), push: Type.Boolean() });
const preferences = {
  events: Type.Unsafe<Partial<Record<NotificationEvent, Static<typeof Switches>>>>(
    Type.Object(Object.fromEntries(notificationEvents.map((event) => [event, Type.Optional(Switches)])), {
      additionalProperties: false,
      description: 'Only events that concern the role.',
    }),
  ),
  quiet_hours: Type.Unsafe<Static<typeof QuietHours> | null>({ anyOf: [QuietHours, { type: 'null' }] }),
  digest: { ...OneOf(['none', 'daily']), description: 'daily: one message a day tells everything.' },
  digest_at: Type.Optional({ ...LocalTime, description: 'Of the daily digest; 07:00 unless given.' }),
  timezone: Type.Optional({ ...Timezone, description: 'Of the digest; that of the quiet hours where these are set.' }),
};

const { quiet_hours, ...required } = preferences;
/** What can be set. */
export const NotificationSettings = Type.Object(
  { ...required, quiet_hours: Type.Optional({ ...quiet_hours, description: 'null, or left out: none.' }) },
  { title: 'NotificationSettings' },
);
export type NotificationSettings = Static<typeof NotificationSettings>;

const Ready = Type.Object({ ready: Type.Boolean() });
export const NotificationPreferences = Type.Object(
  { channels: Type.Object({ messenger: Ready, email: Ready, push: Ready }), ...preferences },
  { title: 'NotificationPreferences' },
);
export type NotificationPreferences = Static<typeof NotificationPreferences>;
