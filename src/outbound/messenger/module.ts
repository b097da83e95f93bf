import { sql } from 'kysely';
import { hours } from '../../platform/lib/duration.ts';
import type { Module } from '../../platform/module/module.ts';
import { ownRows } from '../../platform/module/personal-data.ts';
import { endAfterPasswordChange, voidAllBindCodes } from './actions.ts';
import { deleteExpired } from './delete-expired.ts';
import { createMessengerHandlers } from './delivery-handler.ts';
import { messengerCheck } from './health.ts';
import { PollerPool } from './poller-pool.ts';
import { messengerRoutes } from './routes.ts';

export const messenger: Module = {
  name: 'messenger',
  tag: 'messenger',
  tables: ['bots', 'bind_codes', 'bot_updates'],
  personalData: [
    { table: 'bots', kept: { username: 'a bot, deleted when no account has it any more' } },
    ownRows('bind_codes', 'user_id', { secrets: ['code_hash'] }),
  ],
  encryptedColumns: [{ table: 'users', key: 'id', column: 'bot_token', contextOf: (id) => id }],
  routes: messengerRoutes,
  passwordHook: endAfterPasswordChange,
  credentials: { name: 'codes for messengers voided', revokeAll: (tx, _by, now) => voidAllBindCodes(tx, now) },
  jobs: (deps) => [{ name: 'expired bind codes', everyMs: hours(1), run: (stopping) => deleteExpired(deps, stopping) }],
  subscriptions: [
    {
      event: 'ticket',
      queue: 'messages',
      wants: ({ action, byRule }) => action === 'created' && byRule,
      // Thousands of rules run at the same minute, and most clients have no chat.
      ifTicket: sql`exists (select from users where id = t.client_id and messenger_target <> '')`,
    },
  ],
  deliveryHandlers: createMessengerHandlers,
  start: (deps) => new PollerPool(deps, deps.notifications),
  healthChecks: (deps) => [messengerCheck(deps)],
};
