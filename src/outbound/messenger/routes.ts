import { badRequest } from '../../platform/http/errors.ts';
import { responses } from '../../platform/http/openapi.ts';
import { bindCodes, botTokenSaves, targetChanges, testMessages } from '../../platform/http/rate-limits.ts';
import { OkAnswer, ok } from '../../platform/http/schemas.ts';
import type { TypedFastify } from '../../platform/http/typed-fastify.ts';
import type { Deps } from '../../platform/module/deps.ts';
import { encryptionKey } from '../../platform/security/encryption.ts';
import { everyRole } from '../../product/identity/auth/access.ts';
import {
  clearRefusal,
  connectBot,
  disconnectBot,
  identifyBot,
  issueBindCode,
  parseTarget,
  requireBot,
  requireReachable,
  sendTestMessage,
  setTarget,
} from './actions.ts';
import { BotApi } from './bot-api.ts';
import { botOfAccount } from './bots.ts';
import { findBotName, findLanguage, getStatus } from './queries.ts';
import { BindCode, MessengerStatus, SetBot, SetTarget } from './schemas.ts';

const roles = everyRole;

export function messengerRoutes(app: TypedFastify, { db, clock, config }: Deps): void {
  const api = new BotApi(config.messengerApiRoot);
  const key = encryptionKey(config);

  app.get(
    '/auth/messenger',
    {
      config: { roles },
      schema: { summary: 'Get your messenger settings', response: responses(200, MessengerStatus, 401, 403, 404) },
    },
    (request) => getStatus(db.read, config, request.actor.id),
  );

  app.put(
    '/auth/messenger',
    {
      config: { roles, accountRateLimit: targetChanges },
      schema: {
        summary: 'Set the chat for your notifications',
        description: 'Rejected unless the bot can reach the chat. An empty target ends the notifications.',
        body: SetTarget,
        response: responses(200, OkAnswer, 400, 401, 403, 429),
      },
    },
    async (request) => {
      const target = request.body.target && parseTarget(request.body.target);
      if (target !== '') await requireReachable(api, () => botOfAccount(db.read, config, request.actor.id), target);
      await db.transaction((tx) => setTarget(tx, request.actor, target));
      return { ok: true };
    },
  );

  app.delete(
    '/auth/messenger',
    {
      config: { roles },
      schema: { summary: 'End your notifications', response: responses(200, OkAnswer, 401, 403) },
    },
    (request) => ok(db.transaction((tx) => setTarget(tx, request.actor, ''))),
  );

  app.post(
    '/auth/messenger/code',
    {
      config: { roles, accountRateLimit: bindCodes },
      schema: {
        summary: 'Get a one-time code that binds a chat',
        description: 'Open the link, or send the code to the bot, within 15 minutes. Earlier codes become void.',
        response: responses(200, BindCode, 400, 401, 403, 404, 429),
      },
    },
    async (request) => {
      const bot = await requireBot(() => botOfAccount(db.read, config, request.actor.id));
      // Only the link needs the username, so a failure to identify the bot is ignored.
      const username = (await findBotName(db.read, bot.id)) || (await identifyBot(api, bot.token).catch(() => ''));
      const code = await db.transaction((tx) => issueBindCode(tx, request.actor, { id: bot.id, username }, clock()));
      return { ...code, link: `${config.messengerLinkBase}/${username}?start=${code.code}` };
    },
  );

  app.post(
    '/ext/messenger/test',
    {
      config: { roles, accountRateLimit: testMessages },
      schema: {
        summary: 'Send yourself a test message',
        description: 'Returns when the messenger has accepted the message, or with the reason why not.',
        response: responses(200, OkAnswer, 400, 401, 403, 404, 429),
      },
    },
    async (request) => {
      const { target } = await getStatus(db.read, config, request.actor.id);
      const bot = await requireBot(() => botOfAccount(db.read, config, request.actor.id));
      await sendTestMessage(api, bot, target, await findLanguage(db.read, request.actor.id));
      await db.transaction((tx) => clearRefusal(tx, request.actor, target));
      return { ok: true };
    },
  );

  app.post(
    '/auth/messenger/bot',
    {
      config: { roles, accountRateLimit: botTokenSaves },
      schema: {
        summary: 'Connect a bot of your own',
        description: 'The token is verified with the messenger and kept encrypted.',
        body: SetBot,
        response: responses(200, OkAnswer, 400, 401, 403, 404, 429),
      },
    },
    async (request) => {
      const { token } = request.body;
      if (!key)
        throw badRequest('encryption_key_missing', 'bots of your own are switched off: no data encryption key is configured');
      const username = await identifyBot(api, token);
      await db.transaction((tx) => connectBot(tx, request.actor, key, token, username, clock()));
      return { ok: true };
    },
  );

  app.delete(
    '/auth/messenger/bot',
    {
      config: { roles },
      schema: { summary: 'Disconnect your bot', response: responses(200, OkAnswer, 401, 403, 404) },
    },
    (request) => ok(db.transaction((tx) => disconnectBot(tx, request.actor))),
  );
}
