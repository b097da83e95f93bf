import type { KeyObject } from 'node:crypto';
import { tell } from '../../platform/database/listen.ts';
import type { Tx, WritableDb } from '../../platform/database/open.ts';
import { badRequest, notFound } from '../../platform/http/errors.ts';
import { isBotToken } from '../../platform/lib/bot-token.ts';
import { plus } from '../../platform/lib/clock.ts';
import { minutes } from '../../platform/lib/duration.ts';
import { encrypt } from '../../platform/security/encryption.ts';
import { bindCode, tokenHash } from '../../platform/security/tokens.ts';
import { lockWithActor } from '../../product/users/actions.ts';
import type { Actor } from '../../product/visibility.ts';
import { type BotApi, BotApiError } from './bot-api.ts';
import { type Bot, botIdOf, UnreadableToken } from './bots.ts';
import { testText } from './messages.ts';

const bindCodeLifetime = minutes(15);
// Parsed strictly, because it goes into a call to the messenger.
const groupName = /^@[A-Za-z][A-Za-z0-9_]{4,31}$/;
const chatId = /^-?\d{1,19}$/;

const invalidTarget = () => badRequest('invalid messenger target');

/**
 * @returns the target in its one spelling, by which a chat that writes is known again
 * @throws 400 `invalid messenger target`, before anything is asked of the messenger
 */
export function readTarget(target: string): string {
  if (groupName.test(target)) return target;
  if (!chatId.test(target)) throw invalidTarget();
  return String(BigInt(target));
}

/** @throws 400 `invalid messenger target`: no bot to look it up, an unknown chat, or one the bot cannot reach */
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

/** The bot that a code is for. @throws 400 neither own nor global, or one whose token cannot be read */
export async function requireBot(findBot: () => Promise<Bot | undefined>): Promise<Bot> {
  try {
    const bot = await findBot();
    if (bot) return bot;
  } catch (error) {
    if (!(error instanceof UnreadableToken)) throw error;
    throw badRequest('the stored bot token cannot be read: connect the bot again');
  }
  throw badRequest('no bot is configured');
}

/** An empty target: nothing is sent any more. */
export async function setTarget(tx: Tx, actor: Actor, target: string): Promise<void> {
  await lockWithActor(tx, actor, actor.id);
  await tx
    .updateTable('users')
    .set({ messenger_target: target, messenger_refused_at: null })
    .where('id', '=', actor.id)
    .execute();
}

/** Says something in the caller's chat, so that it is seen whether it arrives. @throws 400 with what keeps it */
export async function sendTest(api: BotApi, bot: Bot, target: string): Promise<void> {
  if (target === '') throw badRequest('no chat is bound');
  try {
    await api.send(bot.token, target, testText);
  } catch (error) {
    if (!(error instanceof BotApiError)) throw error;
    const isRefused = error.code === 400 || error.code === 403;
    throw badRequest(isRefused ? 'the chat takes no messages from the bot' : 'the messenger did not take the message');
  }
}

/** What was refused is taken again. */
export async function forgetRefusal(tx: Tx, actor: Actor, target: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ messenger_refused_at: null })
    .where('id', '=', actor.id)
    .where('messenger_target', '=', target)
    .where('messenger_refused_at', 'is not', null)
    .execute();
}

/** @returns the bot's name @throws 400 not of the form of a token, or no bot behind it */
export async function identifyBot(api: BotApi, token: string): Promise<string> {
  if (!isBotToken(token)) throw badRequest('the bot token must look like <id>:<secret>');
  try {
    return await api.identify(token);
  } catch (error) {
    if (!(error instanceof BotApiError)) throw error;
    throw badRequest(error.code === 401 ? 'the messenger does not know this bot token' : 'the bot could not be identified');
  }
}

/** Connects a bot; its poller starts wherever there is room for it. */
export async function connectBot(
  tx: Tx,
  actor: Actor,
  key: KeyObject,
  token: string,
  username: string,
  now: Date,
): Promise<void> {
  const id = botIdOf(token);
  await knowBot(tx, id, username); // bots are locked before accounts, as where they are heard
  await lockWithActor(tx, actor, actor.id);
  await tx
    .updateTable('users')
    .set({ bot_id: id, bot_token: encrypt(key, token, actor.id), bot_saved_at: now, messenger_refused_at: null })
    .where('id', '=', actor.id)
    .execute();
  await tell(tx, 'bots');
}

/** Erases the token; repeatable. */
export async function disconnectBot(tx: Tx, actor: Actor): Promise<void> {
  await lockWithActor(tx, actor, actor.id);
  await tx
    .updateTable('users')
    .set({ bot_id: null, bot_token: null, bot_saved_at: null, messenger_refused_at: null })
    .where('id', '=', actor.id)
    .execute();
  await tell(tx, 'bots');
}

/**
 * Keeps what an identity check found: whatever was wrong with the bot is over. The row stays locked until the
 * transaction ends, so that it is not removed as unused before it is referred to.
 * @param username empty: the bot could not be identified, and what is known of it stays
 */
export async function knowBot(db: WritableDb, id: number, username: string): Promise<void> {
  await db
    .insertInto('bots')
    .values({ id, username })
    .onConflict((known) =>
      known.column('id').doUpdateSet((eb) => {
        // An update without a change, because DO NOTHING would not lock the row.
        if (username === '') return { username: eb.ref('bots.username') };
        return { username, problem: '', problem_at: null };
      }),
    )
    .execute();
}

/**
 * Voids the earlier codes and issues one for a bot.
 * @param bot its username is empty when it could not be identified yet
 * @throws 404 the account is gone
 */
export async function issueBindCode(
  tx: Tx,
  actor: Actor,
  bot: { id: number; username: string },
  now: Date,
): Promise<{ code: string; expires_at: string }> {
  await knowBot(tx, bot.id, bot.username);
  const user = await tx.selectFrom('users').select('id').where('id', '=', actor.id).forNoKeyUpdate().executeTakeFirst();
  if (!user) throw notFound('profile');
  await tx.updateTable('bind_codes').set({ used_at: now }).where('user_id', '=', actor.id).where('used_at', 'is', null).execute();
  const code = bindCode();
  const expires = plus(now, bindCodeLifetime);
  await tx
    .insertInto('bind_codes')
    .values({ code_hash: tokenHash(code), user_id: actor.id, bot_id: bot.id, created_at: now, expires_at: expires })
    .execute();
  return { code, expires_at: expires.toISOString() };
}
