import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { notify } from '../../../platform/database/listen.ts';
import type { Module } from '../../../platform/module/module.ts';
import type { FormerAccount } from '../../../platform/module/personal-data.ts';
import { unusableHash } from '../../../platform/security/passwords.ts';
import { invitationRoutes } from './invitation-routes.ts';
import { userRoutes } from './routes.ts';

export const users: Module = {
  name: 'users',
  tag: 'users',
  tables: ['users', 'former_accounts'],
  personalData: [
    {
      table: 'users',
      replaced: ['name', 'email', 'email_key', 'phone', 'messenger_target'],
      kept: { created_by_name: 'a deleted account', disabled_by_name: 'a deleted account' },
      rowsOf: (id) => sql`t.id = ${id}`,
      secrets: [
        'password_hash',
        'other_password_hash',
        'bot_token',
        'name_folded',
        'email_folded',
        'name_search',
        'email_search',
      ],
      anonymize: anonymizeAccount,
    },
    { table: 'former_accounts', rowsOf: (id) => sql`t.user_id = ${id}` },
  ],
  routes: (app, deps) => {
    userRoutes(app, deps);
    invitationRoutes(app, deps);
  },
};

/** Replaces who the owner is, and ends access tokens, the chat and the bot. */
async function anonymizeAccount(tx: Tx, { id, name, email }: FormerAccount): Promise<void> {
  await tx
    .updateTable('users')
    .set((eb) => ({
      ...{ name, email, email_key: email, phone: '', language: null },
      ...{
        password_hash: unusableHash(),
        other_password_hash: null,
        must_change_password: false,
        email_verified_at: null,
        awaits_password: false,
      },
      token_version: eb('token_version', '+', 1), // ends access tokens
      ...{ messenger_target: '', messenger_refused_at: null, messenger_bound_by: null, chat_set_with_other_password: false },
      ...{ bot_id: null, bot_token: null, bot_saved_at: null, bot_set_with_other_password: false },
    }))
    .where('id', '=', id)
    .execute();
  await notify(tx, 'bots');
}
