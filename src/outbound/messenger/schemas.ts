import { type Static, Type } from 'typebox';
import { deliveryDetails, healthSchema } from '../../platform/health/schemas.ts';
import { Timestamp } from '../../platform/http/schemas.ts';

export const MessengerStatus = Type.Object(
  {
    bot_username: Type.String({ description: 'Empty until the bot was identified.', examples: ['callout_bot'] }),
    bound: Type.Boolean({ description: 'There is a chat, and it takes messages.' }),
    enabled: Type.Boolean({ description: 'There is a bot: your own or the global one.' }),
    has_bot_token: Type.Boolean({ description: 'A bot of your own is connected.' }),
    target: Type.String({ description: 'A chat id or @name; empty when nothing is sent.', examples: ['@tower_office'] }),
    token_configurable: Type.Boolean({ description: 'A bot of your own can be connected here.' }),
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
    code: Type.String({ description: 'To be sent to the bot; works once.' }),
    expires_at: Timestamp,
    link: Type.String({ description: 'Opens the bot with the code.', examples: ['https://t.me/callout_bot?start=4Rk...'] }),
  },
  { title: 'BindCode' },
);

export const SetBot = Type.Object(
  { token: Type.String({ 'x-trim': true, description: 'As the messenger gave it: <id>:<secret>.' }) },
  { title: 'SetBot' },
);

export const MessengerHealth = healthSchema(
  'MessengerHealth',
  ['working', 'not_configured', 'unreachable', 'refused', 'webhook', 'not_polled', 'failing', 'given_up', 'no_public_url'],
  {
    bot_username: Type.String({ description: 'Of the global bot; empty: there is none, or it did not answer.' }),
    bots: Type.Integer({ description: 'The global one and those that people connected.' }),
    bots_polled: Type.Integer({ description: 'Of these, those that an instance polls.' }),
    ...deliveryDetails,
  },
);
