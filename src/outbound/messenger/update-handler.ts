import type { Message, Update } from 'grammy/types';
import { sql } from 'kysely';
import type { Deps } from '../../platform/capability/deps.ts';
import type { Tx } from '../../platform/database/database.ts';
import { isBindCode, tokenHash } from '../../platform/security/tokens.ts';
import { holdsLease, type Lease } from './lease.ts';
import type { BotReply } from './payloads.ts';
import { countReply } from './reply-limits.ts';

/** The poll that received an update. */
export interface PollContext {
  lease: Lease;
  /** of the bot; empty when it has none */
  username: string;
  globalBotId: number | undefined;
}

/** Another process has leased the bot. */
export class LeaseLost extends Error {}

/**
 * Handles an update in one transaction: its id, the change and the reply. The messenger repeats updates that were not
 * confirmed; an id that is stored already changes nothing. Above a limit the command is executed without a reply.
 * @throws LeaseLost
 */
export async function handleUpdate(
  { db, deliveries, clock, metrics }: Pick<Deps, 'db' | 'deliveries' | 'clock' | 'metrics'>,
  { lease, username, globalBotId }: PollContext,
  update: Update,
): Promise<void> {
  const parsed = parseUpdate(update, username);
  if (!parsed) return;
  const { updateId, command, chat, userId } = parsed;
  const now = clock();
  await db.transaction(async (tx) => {
    if (!(await holdsLease(tx, lease))) throw new LeaseLost('the bot is polled by another process');
    const isNew = await tx
      .insertInto('bot_updates')
      .values({ bot_id: lease.botId, update_id: updateId, handled_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('update_id')
      .executeTakeFirst();
    if (!isNew) return;
    const sender = { botId: lease.botId, globalBotId, chat, userId };
    const { answer, userId: user_id } = await handleCommand(tx, command, sender, now);
    const reply: BotReply = { kind: 'answer', bot_id: lease.botId, chat_id: chat.id, ...(user_id && { user_id }), answer };
    const exceeded = await countReply(tx, reply, async () => (await findBoundAccount(tx, sender)) !== undefined, now);
    if (exceeded) metrics.limitRefusals.inc({ limit: exceeded.name });
    else await deliveries.enqueue(tx, 'answers', [reply], now);
  });
}

/** @returns undefined for updates without a command for this bot, or of another form than the Bot API describes */
function parseUpdate(
  update: Update,
  username: string,
): { updateId: number; command: Command; chat: Message['chat']; userId: number | undefined } | undefined {
  const { update_id: updateId, message } = update ?? {};
  const chat = message?.chat;
  if (!Number.isSafeInteger(updateId) || typeof message?.text !== 'string' || !chat || !Number.isSafeInteger(chat.id))
    return undefined;
  const command = parseCommand(message.text, username);
  const userId = Number.isSafeInteger(message.from?.id) ? message.from?.id : undefined;
  return command && { updateId, command, chat, userId };
}

type Command = { name: 'start' | 'stop' | 'status' } | { name: 'bind'; code: string };

/** @returns undefined for other texts and, in groups with several bots, for commands to another bot */
function parseCommand(text: string, username: string): Command | undefined {
  const [word = '', argument, ...rest] = text.trim().split(/\s+/, 3);
  if (argument === undefined && isBindCode(word)) return { name: 'bind', code: word };
  const [, name, addressee] = /^\/(start|stop|status)(?:@(\w+))?$/.exec(word) ?? [];
  if (addressee !== undefined && addressee.toLowerCase() !== username.toLowerCase()) return undefined;
  if (name === 'start' && argument !== undefined && rest.length === 0) return { name: 'bind', code: argument };
  return name ? { name: name as 'start' | 'stop' | 'status' } : undefined;
}

/** The chat and the person that an update came from, and the bot that received it. */
interface Sender {
  botId: number;
  globalBotId: number | undefined;
  chat: Message['chat'];
  /** the messenger's id of the person */
  userId: number | undefined;
}

interface Answer {
  answer: BotReply['answer'];
  /** the account that it is about: it is in its language */
  userId?: string | undefined;
}

async function handleCommand(tx: Tx, command: Command, sender: Sender, now: Date): Promise<Answer> {
  if (command.name === 'bind') return redeemBindCode(tx, command.code, sender, now);
  if (command.name === 'stop') {
    const userId = await unbind(tx, sender);
    if (userId) return { answer: 'stopped', userId };
  }
  const userId = await findBoundAccount(tx, sender);
  if (command.name === 'start') return { answer: 'welcome', userId };
  if (!userId) return { answer: 'not_bound' };
  return { answer: command.name === 'stop' ? 'stop_refused' : 'bound_here', userId };
}

/** Binds the chat to the account of a code; a guarded UPDATE uses the code up once, whatever the number of chats. */
async function redeemBindCode(tx: Tx, code: string, sender: Sender, now: Date): Promise<Answer> {
  const hash = tokenHash(code);
  const issued = await tx.selectFrom('bind_codes').select(['bot_id', 'user_id']).where('code_hash', '=', hash).executeTakeFirst();
  if (issued?.bot_id !== sender.botId) return { answer: 'unknown' };
  const userId = issued.user_id;
  // The account is locked before its codes, as in issueBindCode, to avoid a deadlock.
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const redeemed = await tx
    .updateTable('bind_codes')
    .set({ used_at: now })
    .where('code_hash', '=', hash)
    .where('bot_id', '=', sender.botId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .returning(['user_id', 'made_with_other_password'])
    .executeTakeFirst();
  if (!redeemed) return { answer: 'expired', userId };
  const bound = await tx
    .updateTable('users')
    .set({ messenger_target: String(sender.chat.id), messenger_refused_at: null, messenger_bound_by: sender.userId ?? null })
    .set({ chat_set_with_other_password: redeemed.made_with_other_password })
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .where(usesBot(sender))
    .executeTakeFirst();
  // No row: the account was disabled or has got another bot since.
  return { answer: bound.numUpdatedRows === 1n ? 'bound' : 'expired', userId };
}

/** Ends the notifications of a chat; in a group those that the sender has bound, and those that no code has bound. @returns one of their accounts */
async function unbind(tx: Tx, sender: Sender): Promise<string | undefined> {
  const mayStop = sql<boolean>`(messenger_bound_by is null or messenger_bound_by = ${sender.userId ?? null})`;
  const [ended] = await tx
    .updateTable('users')
    .set({ messenger_target: '', messenger_refused_at: null, messenger_bound_by: null })
    .where(usesBot(sender))
    .where(hasTarget(sender))
    .where((eb) => (sender.chat.type === 'private' ? eb.lit(true) : mayStop))
    .returning('id')
    .execute();
  return ended?.id;
}

/** @returns an active account that is bound to the chat and gets messages there, if any */
async function findBoundAccount(tx: Tx, sender: Sender): Promise<string | undefined> {
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where(usesBot(sender))
    .where(hasTarget(sender))
    .where('is_active', '=', true)
    .where('messenger_refused_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}

/** Accounts that get their messages from this bot. */
const usesBot = ({ botId, globalBotId }: Sender) =>
  sql<boolean>`(bot_id = ${botId} or (bot_id is null and ${botId === globalBotId}))`;

/** Accounts whose target is this chat: its id or, for a public group, its name without regard to case. */
function hasTarget({ chat }: Sender) {
  const username = 'username' in chat && typeof chat.username === 'string' ? chat.username : '';
  const names = [String(chat.id), ...(/^\w+$/.test(username) ? [`@${username.toLowerCase()}`] : [])];
  // `<> ''` is implied, but PostgreSQL needs it to use the partial index on bound accounts instead of a scan.
  return sql<boolean>`(messenger_target <> '' and lower(messenger_target) = any(${names}::text[]))`;
}
