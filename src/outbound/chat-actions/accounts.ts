import { sql } from 'kysely';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Language } from '../../platform/lib/languages.ts';
import type { Role } from '../../platform/security/roles.ts';
import { hasRequiredSecondFactor } from '../../product/identity/auth/required-second-factor.ts';
import { globalBot } from '../messenger/bots.ts';
import { mayAct } from '../messenger/ticket-buttons.ts';
import { chatTextsIn } from './texts/texts.ts';

/** A private chat with a bot. */
export interface Chat {
  bot_id: number;
  chat_id: number;
}

/** An active account that is bound to a chat. */
export interface ChatAccount {
  id: string;
  role: Role;
  language: Language | null;
}

interface BoundAccount extends ChatAccount {
  /** the messenger's id of the person who sent the code; null: the chat was named by its id */
  messenger_bound_by: number | null;
}

/** The active accounts that are bound to the chat now, and may use the service. */
export function boundAccounts(db: Db, config: Config, chat: Chat): Promise<BoundAccount[]> {
  return selectBoundAccounts(db, config, chat).where(hasRequiredSecondFactor(config, 'users')).execute();
}

/** The answer to a chat in which no account may act. */
export async function textWithoutAccount(db: Db, config: Config, chat: Chat): Promise<string> {
  const account = await selectBoundAccounts(db, config, chat).executeTakeFirst();
  return account ? chatTextsIn(account.language).secondFactorRequired : chatTextsIn(null).notConnected;
}

function selectBoundAccounts(db: Db, config: Config, { bot_id, chat_id }: Chat) {
  return (
    db
      .selectFrom('users')
      .select(['id', 'role', 'language', 'messenger_bound_by'])
      // `<> ''` is implied, but PostgreSQL needs it to use the partial index on bound accounts instead of a scan.
      .where(sql<boolean>`messenger_target <> '' and lower(messenger_target) = any(${[String(chat_id)]}::text[])`)
      .where(sql<boolean>`(bot_id = ${bot_id} or (bot_id is null and ${bot_id === globalBot(config)?.id}))`)
      .where('is_active', '=', true)
      .where(mayAct)
      .where('messenger_refused_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
  );
}

/**
 * The accounts for which a chat acts when it names none. An account can be bound to any chat that its bot reaches: where the
 * person of the chat has bound accounts with a code, only these count.
 */
export async function accountsOfChat(db: Db, config: Config, chat: Chat): Promise<ChatAccount[]> {
  const found = await boundAccounts(db, config, chat);
  const boundByCode = found.filter(({ messenger_bound_by }) => messenger_bound_by === chat.chat_id);
  return boundByCode.length > 0 ? boundByCode : found;
}
