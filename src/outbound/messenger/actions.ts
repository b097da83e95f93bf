import type { KeyObject } from 'node:crypto';
import type { Updateable } from 'kysely';
import { isBotToken } from '../../platform/config/storable-settings.ts';
import type { Tx, WritableDb } from '../../platform/database/database.ts';
import { notify } from '../../platform/database/listen.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { errorMessages } from '../../platform/http/error-messages.ts';
import { badRequest, notFound } from '../../platform/http/errors.ts';
import { plus } from '../../platform/lib/clock.ts';
import { minutes } from '../../platform/lib/duration.ts';
import type { Language } from '../../platform/lib/languages.ts';
import type { PasswordChange } from '../../platform/module/module.ts';
import { encrypt } from '../../platform/security/encryption.ts';
import { bindCode, tokenHash } from '../../platform/security/tokens.ts';
import { lockWithActor } from '../../product/identity/users/actions.ts';
import type { Actor } from '../../product/visibility.ts';
import { textsIn } from '../texts/texts.ts';
import { type BotApi, BotApiError } from './bot-api.ts';
import { type Bot, botIdOf, UnreadableToken } from './bots.ts';

const bindCodeTtlMs = minutes(15);
const groupName = /^@[A-Za-z][A-Za-z0-9_]{4,31}$/;
const chatId = /^-?\d{1,19}$/;

const invalidTarget = () => badRequest('invalid_messenger_target', errorMessages.invalidMessengerTarget);

/**
 * @returns the target in the form in which it is compared with the chats of updates: ids without leading zeros
 * @throws 400 `invalid messenger target` for anything but a chat id or the name of a group
 */
export function parseTarget(target: string): string {
  if (groupName.test(target)) return target;
  if (!chatId.test(target)) throw invalidTarget();
  return String(BigInt(target));
}

/** @throws 400 `invalid messenger target` without a bot, or when the bot does not know or cannot reach the chat */
export async function requireReachable(api: BotApi, findBot: () => Promise<Bot | undefined>, target: string): Promise<void> {
  try {
    const bot = await findBot();
    if (!bot) throw invalidTarget();
    await api.requireReachable(bot.token, target);
  } catch (error) {
    if (error instanceof BotApiError || error instanceof UnreadableToken) throw invalidTarget();
    throw error;
  }
}

/** @returns the bot of an account @throws 400 when there is none or its token cannot be decrypted */
export async function requireBot(findBot: () => Promise<Bot | undefined>): Promise<Bot> {
  try {
    const bot = await findBot();
    if (bot) return bot;
  } catch (error) {
    if (!(error instanceof UnreadableToken)) throw error;
    throw badRequest('unreadable_bot_token', errorMessages.unreadableBotToken);
  }
  throw badRequest('no_bot_configured', errorMessages.noBotConfigured);
}

/**
 * @param target empty: nothing is sent any more
 * @throws 401 when the account was deleted, 403 when it was disabled
 */
export async function setTarget(tx: Tx, actor: Actor, target: string): Promise<void> {
  await updateOwnAccount(tx, actor, { messenger_target: target, messenger_refused_at: null, messenger_bound_by: null });
}

/** Sends a test message to the chat of the caller, in its language. @throws 400 with the reason why it cannot be sent */
export async function sendTestMessage(api: BotApi, bot: Bot, target: string, language: Language | null): Promise<void> {
  if (target === '') throw badRequest('no_chat_bound', errorMessages.noChatBound);
  try {
    await api.send(bot.token, target, textsIn(language).testMessage);
  } catch (error) {
    if (!(error instanceof BotApiError)) throw error;
    throw error.isRejection
      ? badRequest('chat_rejects_messages', errorMessages.chatRejectsMessages)
      : badRequest('message_not_taken', errorMessages.messageNotTaken);
  }
}

/** Stores that the chat accepts messages again, unless the target was changed meanwhile. */
export async function clearRefusal(tx: Tx, actor: Actor, target: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ messenger_refused_at: null })
    .where('id', '=', actor.id)
    .where('messenger_target', '=', target)
    .where('messenger_refused_at', 'is not', null)
    .execute();
}

/** @returns the username of the bot with this token @throws 400 when it is malformed or the messenger knows no such bot */
export async function identifyBot(api: BotApi, token: string): Promise<string> {
  if (!isBotToken(token)) throw badRequest('malformed_bot_token', errorMessages.malformedBotToken);
  try {
    return await api.identify(token);
  } catch (error) {
    if (!(error instanceof BotApiError)) throw error;
    throw error.code === 401
      ? badRequest('unknown_bot_token', errorMessages.unknownBotToken)
      : badRequest('bot_not_identified', errorMessages.botNotIdentified);
  }
}

/**
 * Stores a bot of the account's own, which an instance then starts to poll.
 * @param key encrypts the token
 * @throws 401 when the account was deleted, 403 when it was disabled
 */
export async function connectBot(
  tx: Tx,
  actor: Actor,
  key: KeyObject,
  token: string,
  username: string,
  now: Date,
): Promise<void> {
  const id = botIdOf(token);
  await upsertBot(tx, id, username); // a bot is locked before its account, as by its poller, to avoid a deadlock
  const encrypted = encrypt(key, token, actor.id);
  await updateOwnAccount(tx, actor, { bot_id: id, bot_token: encrypted, bot_saved_at: now, messenger_refused_at: null });
  await notify(tx, 'bots');
}

/** Deletes the token of the account's own bot, if any. @throws 401 when the account was deleted, 403 when it was disabled */
export async function disconnectBot(tx: Tx, actor: Actor): Promise<void> {
  await updateOwnAccount(tx, actor, { bot_id: null, bot_token: null, bot_saved_at: null, messenger_refused_at: null });
  await notify(tx, 'bots');
}

async function updateOwnAccount(tx: Tx, actor: Actor, values: Updateable<Tables['users']>): Promise<void> {
  await lockWithActor(tx, actor, actor.id);
  await tx
    .updateTable('users')
    .set(values)
    .set((eb) => ({
      ...('messenger_target' in values && { chat_set_with_other_password: eb.ref('must_change_password') }),
      ...('bot_id' in values && { bot_set_with_other_password: eb.ref('must_change_password') }),
    }))
    .where('id', '=', actor.id)
    .execute();
}

/**
 * Stores a bot after its token was checked, which ends its problem. The row stays locked until the transaction ends, so
 * that it is not deleted as unused before something refers to it.
 * @param username empty: the bot could not be identified, and a stored one does not change
 */
export async function upsertBot(db: WritableDb, id: number, username: string): Promise<void> {
  await db
    .insertInto('bots')
    .values({ id, username })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => {
        // An update without a change, because DO NOTHING does not lock the row.
        if (username === '') return { username: eb.ref('bots.username') };
        return { username, problem: '', problem_at: null };
      }),
    )
    .execute();
}

/**
 * Ends chat and bot that somebody may have chosen who knew the first password of an account, or any if the owner asks for it, and
 * voids its bind codes. Only when the owner changes it while signed in: a reset token leaves the notifications as they are.
 */
export async function endAfterPasswordChange(tx: Tx, { accountId, by, endsAll, at }: PasswordChange): Promise<void> {
  if (by !== 'changed') return;
  await tx.updateTable('bind_codes').set({ used_at: at }).where('user_id', '=', accountId).where('used_at', 'is', null).execute();
  const chat = {
    messenger_target: '',
    messenger_bound_by: null,
    messenger_refused_at: null,
    chat_set_with_other_password: false,
  };
  const bot = { bot_id: null, bot_token: null, bot_saved_at: null, bot_set_with_other_password: false };
  const own = tx.updateTable('users').where('id', '=', accountId);
  await own
    .set(chat)
    .where((eb) => (endsAll ? eb.lit(true) : eb('chat_set_with_other_password', '=', true)))
    .execute();
  const { numUpdatedRows } = await own
    .set(bot)
    .where('bot_id', 'is not', null)
    .where((eb) => (endsAll ? eb.lit(true) : eb('bot_set_with_other_password', '=', true)))
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await notify(tx, 'bots');
}

/** Voids the bind codes of all accounts. @returns how many were valid */
export async function voidAllBindCodes(tx: Tx, now: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('bind_codes')
    .set({ used_at: now })
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/**
 * Issues a code that binds a chat to the account (docs/rules.md, Notifications) and voids earlier ones.
 * @param bot its username is empty when it was not identified yet
 * @throws 404 when the account was deleted, 401 when its password was changed, 403 when it was disabled
 */
export async function issueBindCode(
  tx: Tx,
  actor: Actor,
  bot: { id: number; username: string },
  now: Date,
): Promise<{ code: string; expires_at: string }> {
  await upsertBot(tx, bot.id, bot.username);
  const user = await tx.selectFrom('users').select('id').where('id', '=', actor.id).forNoKeyUpdate().executeTakeFirst();
  if (!user) throw notFound('profile');
  await lockWithActor(tx, actor, actor.id);
  await tx.updateTable('bind_codes').set({ used_at: now }).where('user_id', '=', actor.id).where('used_at', 'is', null).execute();
  const code = bindCode();
  const expires = plus(now, bindCodeTtlMs);
  await tx
    .insertInto('bind_codes')
    .values((eb) => ({
      code_hash: tokenHash(code),
      user_id: actor.id,
      bot_id: bot.id,
      created_at: now,
      expires_at: expires,
      made_with_other_password: eb.selectFrom('users').select('must_change_password').where('id', '=', actor.id),
    }))
    .execute();
  return { code, expires_at: expires.toISOString() };
}
