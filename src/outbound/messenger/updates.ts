import type { Message, Update } from 'grammy/types';
import { sql } from 'kysely';
import type { Deps } from '../../platform/capability/deps.ts';
import type { Tx } from '../../platform/database/open.ts';
import { isBindCode, tokenHash } from '../../platform/security/tokens.ts';
import { countAnswer } from './answer-limits.ts';
import { holdsLease, type Lease } from './lease.ts';
import type { Answer } from './payloads.ts';

/** Who hears. */
export interface Hearing {
  lease: Lease;
  /** the bot's name, empty when it has none */
  username: string;
  globalBotId: number | undefined;
}

/** The poller's bot was given to another process. */
export class LeaseLost extends Error {}

/**
 * Handles one update: whatever it changes and what is answered go with the note that it was
 * handled, in one transaction. The messenger repeats updates that were not confirmed to it; a
 * repeated one changes nothing. A command is obeyed even when its answer is above a limit and not sent.
 * @throws LeaseLost
 */
export async function handleUpdate(
  { db, deliveries, clock, metrics }: Pick<Deps, 'db' | 'deliveries' | 'clock' | 'metrics'>,
  { lease, username, globalBotId }: Hearing,
  update: Update,
): Promise<void> {
  const heard = readUpdate(update, username);
  if (!heard) return;
  const { updateId, command, chat } = heard;
  const now = clock();
  await db.transaction(async (tx) => {
    if (!(await holdsLease(tx, lease))) throw new LeaseLost('the bot is polled by another process');
    const fresh = await tx
      .insertInto('bot_updates')
      .values({ bot_id: lease.botId, update_id: updateId, handled_at: now })
      .onConflict((known) => known.doNothing())
      .returning('update_id')
      .executeTakeFirst();
    if (!fresh) return;
    const place = { botId: lease.botId, globalBotId, chat };
    const answer = await obey(tx, command, place, now);
    const reply: Answer = { kind: 'answer', bot_id: lease.botId, chat_id: chat.id, answer };
    const refusedBy = await countAnswer(tx, reply, () => boundHere(tx, place), now);
    if (refusedBy) metrics.limitRefusals.inc({ limit: refusedBy.name });
    else await deliveries.enqueue(tx, 'answers', [reply], now);
  });
}

/** What is for us in an update, which comes from outside and may have any shape. */
function readUpdate(update: Update, username: string): { updateId: number; command: Command; chat: Message['chat'] } | undefined {
  const { update_id: updateId, message } = update ?? {};
  const chat = message?.chat;
  if (!Number.isSafeInteger(updateId) || typeof message?.text !== 'string' || !chat || !Number.isSafeInteger(chat.id))
    return undefined;
  const command = commandOf(message.text, username);
  return command && { updateId, command, chat };
}

type Command = { name: 'start' | 'stop' | 'status' } | { name: 'bind'; code: string };

/** Everything else that people write to a bot, or in a group where it sits with others, is not for us. */
function commandOf(text: string, username: string): Command | undefined {
  const [word = '', argument, ...rest] = text.trim().split(/\s+/, 3);
  if (argument === undefined && isBindCode(word)) return { name: 'bind', code: word };
  const [, name, addressee] = /^\/(start|stop|status)(?:@(\w+))?$/.exec(word) ?? [];
  if (addressee !== undefined && addressee.toLowerCase() !== username.toLowerCase()) return undefined;
  if (name === 'start' && argument !== undefined && rest.length === 0) return { name: 'bind', code: argument };
  return name ? { name: name as 'start' | 'stop' | 'status' } : undefined;
}

interface Place {
  botId: number;
  globalBotId: number | undefined;
  chat: Message['chat'];
}

async function obey(tx: Tx, command: Command, place: Place, now: Date): Promise<Answer['answer']> {
  switch (command.name) {
    case 'bind':
      return redeem(tx, command.code, place, now);
    case 'start':
      return 'welcome';
    case 'stop':
      return (await unbind(tx, place)) ? 'stopped' : 'not_bound';
    case 'status':
      return (await boundHere(tx, place)) ? 'bound_here' : 'not_bound';
  }
}

/** A code is used up by one guarded update, however many chats send it at once. */
async function redeem(tx: Tx, code: string, place: Place, now: Date): Promise<Answer['answer']> {
  const hash = tokenHash(code);
  const issued = await tx.selectFrom('bind_codes').select(['bot_id', 'user_id']).where('code_hash', '=', hash).executeTakeFirst();
  if (issued?.bot_id !== place.botId) return 'unknown';
  // The account before its codes, as where codes are issued.
  await tx.selectFrom('users').select('id').where('id', '=', issued.user_id).forNoKeyUpdate().execute();
  const redeemed = await tx
    .updateTable('bind_codes')
    .set({ used_at: now })
    .where('code_hash', '=', hash)
    .where('bot_id', '=', place.botId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .returning('user_id')
    .executeTakeFirst();
  if (!redeemed) return 'expired';
  const bound = await peopleOf(tx, place)
    .set({ messenger_target: String(place.chat.id), messenger_refused_at: null })
    .where('id', '=', redeemed.user_id)
    .where('is_active', '=', true)
    .executeTakeFirst();
  // The account has another bot since, or may not be used.
  return bound.numUpdatedRows === 1n ? 'bound' : 'expired';
}

async function unbind(tx: Tx, place: Place): Promise<boolean> {
  const { numUpdatedRows } = await peopleOf(tx, place)
    .set({ messenger_target: '', messenger_refused_at: null })
    .where(isToldIn(place.chat))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function boundHere(tx: Tx, { botId, globalBotId, chat }: Place): Promise<boolean> {
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where((eb) => eb.or([eb('bot_id', '=', botId), ...(botId === globalBotId ? [eb('bot_id', 'is', null)] : [])]))
    .where(isToldIn(chat))
    .where('is_active', '=', true)
    .where('messenger_refused_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Accounts whom this bot speaks to. */
function peopleOf(tx: Tx, { botId, globalBotId }: Place) {
  return tx
    .updateTable('users')
    .where((eb) => eb.or([eb('bot_id', '=', botId), ...(botId === globalBotId ? [eb('bot_id', 'is', null)] : [])]));
}

/** Groups are known by their number or by their name, which is the same in any case of its letters. */
function isToldIn(chat: Message['chat']) {
  const username = 'username' in chat && typeof chat.username === 'string' ? chat.username : '';
  const names = [String(chat.id), ...(/^\w+$/.test(username) ? [`@${username.toLowerCase()}`] : [])];
  // Repeats what the equality implies: the partial index on bound accounts spares a scan of all accounts per message.
  return sql<boolean>`(messenger_target <> '' and lower(messenger_target) = any(${names}::text[]))`;
}
