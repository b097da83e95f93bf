import type { Message, Update } from 'grammy/types';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { noTenant, type Tenant } from '../../platform/deliveries/queue.ts';
import type { Deps } from '../../platform/module/deps.ts';
import { deliverEvent } from '../../platform/module/events.ts';
import { isBindCode, tokenHash } from '../../platform/security/tokens.ts';
import { tenantOfAccount } from '../../product/tenant.ts';
import { type ChatRequest, type ParsedRequest, parseChatRequest } from './chat-requests.ts';
import { holdsLease, type Lease } from './lease.ts';
import type { BotReply } from './payloads.ts';
import { countReply, countRequest } from './reply-limits.ts';

/** The poll that received an update. */
export interface PollContext {
  lease: Lease;
  /** of the bot; empty when it has none */
  username: string;
  globalBotId: number | undefined;
}

/** Another process has leased the bot. */
export class LeaseLost extends Error {}

type UpdateDeps = Pick<Deps, 'db' | 'deliveries' | 'subscriptions' | 'clock' | 'metrics'>;

/**
 * Handles an update in one transaction: its id, the change and the reply, or the event for what others carry out. The
 * messenger repeats updates that were not confirmed; an id that is stored already changes nothing. Above a limit a command
 * is executed without a reply, and nothing else happens at all.
 * @throws LeaseLost
 */
export async function handleUpdate(deps: UpdateDeps, context: PollContext, update: Update): Promise<void> {
  const command = parseUpdate(update, context.username);
  if (command) {
    const { updateId, chat, userId } = command;
    const sender = { botId: context.lease.botId, globalBotId: context.globalBotId, chat, userId };
    return handleOnce(deps, context, updateId, async (tx, now) => {
      const { answer, userId: user_id } = await handleCommand(tx, command.command, sender, now);
      // A code comes from a chat without an account: the answer to it keeps its place among those to such chats.
      const isStranger = user_id === undefined || command.command.name === 'bind';
      const tenant = isStranger ? tenantOfStrangers(sender) : tenantOfAccount(user_id);
      await reply(tx, deps, sender, { ...(user_id && { user_id }), answer }, tenant, now);
    });
  }
  const asked = parseChatRequest(update, context.username);
  if (!asked || deps.subscriptions.queuesFor('chat_request', asked.request).length === 0) return;
  await handleOnce(deps, context, asked.updateId, (tx, now) => publishRequest(tx, deps, context, asked, now));
}

async function handleOnce(
  { db, clock }: UpdateDeps,
  { lease }: PollContext,
  updateId: number,
  handle: (tx: Tx, now: Date) => Promise<void>,
): Promise<void> {
  const now = clock();
  await db.transaction(async (tx) => {
    if (!(await holdsLease(tx, lease))) throw new LeaseLost('the bot is polled by another process');
    const isNew = await tx
      .insertInto('bot_updates')
      .values({ bot_id: lease.botId, update_id: updateId, handled_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('update_id')
      .executeTakeFirst();
    if (isNew) await handle(tx, now);
  });
}

/** Who causes the answers to chats without an account: of an own bot its owner, one of them if several accounts use it. */
const tenantOfStrangers = ({ botId, globalBotId }: Sender): Tenant =>
  botId === globalBotId ? noTenant : tenantOfAccount(sql`(select id from users where bot_id = ${botId} order by id limit 1)`);

/** Enqueues a reply unless it exceeds a limit. */
async function reply(
  tx: Tx,
  { deliveries, metrics }: UpdateDeps,
  sender: Sender,
  answer: Pick<BotReply, 'user_id' | 'callback_id' | 'answer'>,
  tenant: Tenant,
  now: Date,
): Promise<void> {
  const made: BotReply = { kind: 'answer', bot_id: sender.botId, chat_id: sender.chat.id, ...answer };
  const exceeded = await countReply(tx, made, async () => (await findBoundAccount(tx, sender)) !== undefined, now);
  if (exceeded) metrics.limitRefusals.inc({ limit: exceeded.name });
  else await deliveries.enqueue(tx, 'answers', [made], tenant, now);
}

/** Delivers the request of a bound chat to its subscribers; other chats get the answer that they are not bound. */
async function publishRequest(
  tx: Tx,
  deps: UpdateDeps,
  { lease: { botId }, globalBotId }: PollContext,
  { chat, request, isAddressedToBot }: ParsedRequest,
  now: Date,
): Promise<void> {
  const sender = { botId, globalBotId, chat, userId: chat.id };
  const accountId = await findBoundAccount(tx, sender);
  if (accountId === undefined) {
    const shownBy = request.kind === 'button' && { callback_id: request.callback_id };
    if (isAddressedToBot) await reply(tx, deps, sender, { answer: 'not_bound', ...shownBy }, tenantOfStrangers(sender), now);
    return;
  }
  const exceeded = await countRequest(tx, botId, chat.id, now);
  if (exceeded) deps.metrics.limitRefusals.inc({ limit: exceeded.name });
  else {
    const payload = { ...request, bot_id: botId } as ChatRequest;
    await deliverEvent(tx, deps, 'chat_request', request, [payload], tenantOfAccount(accountId), now);
  }
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
    .returning('role')
    .executeTakeFirst();
  // No row: the account was disabled or has got another bot since.
  if (!bound) return { answer: 'expired', userId };
  return { answer: bound.role === 'client' ? 'bound' : `bound_${bound.role}`, userId };
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
