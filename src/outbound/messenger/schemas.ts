import { type Static, Type } from 'typebox';
import { deliveryDetails, healthSchema } from '../../platform/health/schemas.ts';
import { Timestamp } from '../../platform/http/schemas.ts';

export const MessengerStatus = Type.Object(
  {
    bot_username: Type.String({ description: 'Empty until the bot was identified.', examples: ['callout_bot'] }),
    bound: Type.Boolean({ description: 'Whether a chat is set and accepts messages.' }),
    enabled: Type.Boolean({ description: 'Whether there is a bot: your own or the global one.' }),
    has_bot_token: Type.Boolean({ description: 'Whether a bot of your own is connected.' }),
    target: Type.String({ description: 'A chat id or @name; empty when nothing is sent.', examples: ['@tower_office'] }),
    token_configurable: Type.Boolean({ description: 'Whether the service accepts bots of your own.' }),
  },
  { title: 'MessengerStatus' },
);

export type MessengerStatus = Static<typeof MessengerStatus>;

export const SetTarget = Type.Object(
  { target: Type.String({ 'x-trim': true, description: '@name of a group or channel, or a chat id; empty: none.' }) },
  { title: 'SetTarget' },
);

export const BindCode = Type.Object(
  {
    code: Type.String({ description: 'To be sent to the bot; valid once.' }),
    expires_at: Timestamp,
    link: Type.String({ description: 'Opens the bot with the code.', examples: ['https://t.me/callout_bot?start=4Rk...'] }),
  },
  { title: 'BindCode' },
);

export const SetBot = Type.Object(
  { token: Type.String({ 'x-trim': true, description: 'The token from the messenger: <id>:<secret>.' }) },
  { title: 'SetBot' },
);

export const MessengerHealth = healthSchema(
  'MessengerHealth',
  ['working', 'not_configured', 'unreachable', 'refused', 'webhook', 'not_polled', 'failing', 'given_up', 'no_public_url'],
  {
    bot_username: Type.String({ description: 'Of the global bot; empty when there is none or the messenger does not respond.' }),
    bots: Type.Integer({ description: 'The global bot and those of accounts.' }),
    bots_polled: Type.Integer({ description: 'How many of them an instance polls.' }),
    ...deliveryDetails,
  },
);
