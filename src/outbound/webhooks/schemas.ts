import { type Static, Type } from 'typebox';
import { pageParameters } from '../../platform/http/pagination.ts';
import { Changes, Id, NullableTimestamp, OneOf, PageOf, Timestamp, Uuid } from '../../platform/http/schemas.ts';
import { messageTypes, webhookEvents } from './events.ts';
import { disabledReasons, webhookDeliveryStates } from './tables.ts';
import { maxUrlLength } from './url.ts';

const Url = Type.String({
  minLength: 1,
  maxLength: maxUrlLength,
  'x-trim': true,
  description: 'https at a public host, port 443 or from 1024 on. The setting `WEBHOOK_ALLOWED_HOSTS` allows others.',
  examples: ['https://hooks.example.com/callout'],
});
const Event = OneOf(webhookEvents);
const Events = Type.Array(Event, {
  minItems: 1,
  maxItems: webhookEvents.length,
  uniqueItems: true,
  examples: [['ticket_created']],
});
const Active = Type.Boolean({ description: 'false: events are not recorded, and what waits is not sent.' });

const disabled = Type.Object({
  reason: {
    ...OneOf(disabledReasons),
    description:
      'failing: no attempt succeeded for three days; gone: the receiver answered 410; password: with a new password of its owner; ' +
      'token: the API token that made it has ended; restore: a backup was restored; operator: with all others.',
  },
  at: Timestamp,
});

const fields = {
  id: Uuid,
  owner_id: Uuid,
  owner_name: Type.String(),
  url: Type.String({ examples: ['https://hooks.example.com/callout'] }),
  events: Type.Array(Event),
  active: Active,
  created_at: Timestamp,
  disabled: Type.Unsafe<Static<typeof disabled> | null>({
    anyOf: [disabled, { type: 'null' }],
    description: 'Why the service disabled it.',
  }),
  failing_since: { ...NullableTimestamp, description: 'The first failed attempt since the last one that succeeded.' },
  next_attempt_at: { ...NullableTimestamp, description: 'While it fails: the earliest time of the next attempt.' },
  waiting: Type.Integer({ description: 'Deliveries that wait, up to 1,000.' }),
  previous_secret_until: { ...NullableTimestamp, description: 'Until then messages are signed with the previous secret, too.' },
};

export const Webhook = Type.Object(fields, { title: 'Webhook' });
export type Webhook = Static<typeof Webhook>;

export const NewWebhook = Type.Object(
  {
    ...fields,
    secret: Type.String({
      description: 'Verifies signatures; answered here only.',
      examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwW3nBzXg1pWs='],
    }),
  },
  { title: 'NewWebhook' },
);
export type NewWebhook = Static<typeof NewWebhook>;

export const WebhookPage = PageOf(Webhook);
export const WebhookQuery = Type.Object(pageParameters(['created_at', 'id'], 'created_at'));
export type WebhookQuery = Static<typeof WebhookQuery>;

export const CreateWebhook = Type.Object(
  { url: Url, events: Events, active: Type.Optional({ ...Active, default: true }) },
  { title: 'CreateWebhook' },
);
export type CreateWebhook = Static<typeof CreateWebhook>;

export const ChangeWebhook = Changes('ChangeWebhook', { url: Url, events: Events, active: Active });
export type ChangeWebhook = Static<typeof ChangeWebhook>;

const nullable = <T>(type: string, description: string) => Type.Unsafe<T | null>({ type: [type, 'null'], description });

export const WebhookDelivery = Type.Object(
  {
    id: Id,
    message_id: Type.String({ description: 'The header `webhook-id`, the same for each attempt.' }),
    event: { ...OneOf(messageTypes), description: 'test: somebody asked for it.' },
    ticket_id: nullable<number>('integer', 'null: the event concerns no ticket.'),
    state: {
      ...OneOf(webhookDeliveryStates),
      description: 'dropped: not sent, because the owner of the webhook may not see the ticket any more.',
    },
    created_at: { ...Timestamp, description: 'When the event happened.' },
    attempts: Type.Integer(),
    last_attempt_at: NullableTimestamp,
    status: nullable<number>('integer', 'Of the last answer; null: there was none.'),
    duration_ms: nullable<number>('integer', 'Of the last attempt.'),
    error: nullable<string>(
      'string',
      'Why there was no answer: `timeout`, `not_public`, `no_secret`, `proxy_not_used` (the network has a proxy, which webhooks do not use), or the code of an error.',
    ),
    body: nullable<string>('string', 'The JSON that was sent; null before the first attempt.'),
    answer: nullable<string>('string', 'The first KiB of the last answer.'),
  },
  { title: 'WebhookDelivery' },
);
export type WebhookDelivery = Static<typeof WebhookDelivery>;

export const WebhookDeliveryPage = PageOf(WebhookDelivery);
export const WebhookDeliveryQuery = Type.Object({
  ...pageParameters(['created_at'], 'created_at'),
  state: Type.Optional(OneOf(webhookDeliveryStates)),
});
export type WebhookDeliveryQuery = Static<typeof WebhookDeliveryQuery>;

export const WebhookDeliveryParams = Type.Object({ id: Uuid, delivery_id: Type.Integer({ minimum: 1, examples: [42] }) });
