import type { Db, Tx } from '../../platform/database/database.ts';
import type { Delivery } from '../../platform/deliveries/queue.ts';
import { minutes } from '../../platform/lib/duration.ts';
import { escapeHtml } from '../../platform/lib/text.ts';
import { BotApiError } from '../messenger/bot-api.ts';
import type { SentFile } from '../messenger/chat-requests.ts';
import { accountsOfChat, type ChatAccount, textWithoutAccount } from './accounts.ts';
import type { AddChatPhoto } from './chat-photo.ts';
import type { ChatContext } from './chat-sender.ts';
import { answerFile, enqueueAlbumAnswer, type FileResult } from './file-answers.ts';
import type { FileFailure } from './payloads.ts';

/** After this time a person gets the answer that a file cannot be fetched, instead of another attempt. */
const maxFetchMs = minutes(5);
export type FileContext = ChatContext & { addChatPhoto: AddChatPhoto };

/** Adds a file as a photo to the ticket that it is for, and answers; an album gets one answer for all of its files. */
export async function takeFile(
  context: FileContext,
  { payload, tenant, created_at }: Pick<Delivery<'chat_files'>, 'tenant' | 'created_at'> & { payload: SentFile },
  signal?: AbortSignal,
): Promise<void> {
  const { db, clock, config, sender } = context;
  const ageMs = clock().getTime() - Date.parse(created_at);
  const accounts = await accountsOfChat(db.read, config, payload);
  if (accounts.length === 0) {
    return void (await sender.say(payload, escapeHtml(await textWithoutAccount(db.read, config, payload)), {}, signal));
  }
  const result = (await findResult(db.read, accounts, payload)) ?? (await addFile(context, accounts, payload, ageMs, signal));
  if (payload.album !== '') {
    await db.transaction(async (tx) => {
      if (result.outcome !== 'added') await recordResult(tx, payload, result, clock());
      await enqueueAlbumAnswer(tx, context, payload, tenant, clock());
    });
  } else await answerFile(context, payload, result, signal);
}

async function findResult(db: Db, accounts: ChatAccount[], file: SentFile): Promise<FileResult | undefined> {
  const row = await db
    .selectFrom('chat_files')
    .select(['outcome', 'user_id', 'ticket_id'])
    .where('bot_id', '=', file.bot_id)
    .where('chat_id', '=', file.chat_id)
    .where('message_id', '=', file.message_id)
    .executeTakeFirst();
  if (!row) return undefined;
  const account = accounts.find(({ id }) => id === row.user_id) ?? accounts[0];
  return account && { outcome: row.outcome, account, ticketId: row.ticket_id ?? undefined };
}

/** @returns whether it was not recorded before */
async function recordResult(tx: Tx, file: SentFile, { outcome, account, ticketId }: FileResult, now: Date): Promise<boolean> {
  const ticket = await tx
    .selectFrom('tickets')
    .select('id')
    .where('id', '=', ticketId ?? 0)
    .forShare()
    .executeTakeFirst();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('chat_files')
    .values({
      bot_id: file.bot_id,
      chat_id: file.chat_id,
      message_id: file.message_id,
      user_id: account.id,
      ticket_id: ticket?.id ?? null,
      album: file.album,
      outcome,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Another process has added the same file meanwhile. */
class AlreadyAdded extends Error {}

async function addFile(
  { db, clock, addChatPhoto }: FileContext,
  accounts: ChatAccount[],
  file: SentFile,
  ageMs: number,
  signal?: AbortSignal,
): Promise<FileResult> {
  const { account, ticketId, failure: noTicket } = await chooseTicket(db.read, accounts, file);
  if (ticketId === undefined) return { outcome: noTicket, account, ticketId };
  const failed = (outcome: FileFailure): FileResult => ({ outcome, account, ticketId });
  const added: FileResult = { outcome: 'added', account, ticketId };
  const recordAdded = async (tx: Tx): Promise<void> => {
    if (!(await recordResult(tx, file, added, clock()))) throw new AlreadyAdded();
  };
  try {
    const failure = await addChatPhoto(account, ticketId, file, recordAdded, signal);
    return failure ? failed(failure) : added;
  } catch (error) {
    if (error instanceof AlreadyAdded) return added;
    if (!(error instanceof BotApiError)) throw error;
    const { code, description } = error;
    if (code === 400 && /too big/i.test(description)) return failed('too_large');
    const mayHelp = code === 0 || code === 429 || code >= 500;
    if (!mayHelp || ageMs >= maxFetchMs) return failed('not_fetched');
    throw error;
  }
}

type Target = { account: ChatAccount } & (
  | { ticketId: number; failure?: undefined }
  | { ticketId?: undefined; failure: FileFailure }
);

/** The ticket of the message that the file replies to, else the only one that is in progress. */
async function chooseTicket(db: Db, accounts: ChatAccount[], { reply_to_ticket: ticketId }: SentFile): Promise<Target> {
  const ids = accounts.map(({ id }) => id);
  const [ticket, ...others] = await db
    .selectFrom('tickets as t')
    .select(['t.id', 't.worker_id'])
    .where('t.worker_id', 'in', ids)
    .where((eb) => (ticketId === undefined ? eb('t.status', '=', 'in_progress') : eb('t.id', '=', ticketId)))
    .limit(2)
    .execute();
  const worker = accounts.find(({ role }) => role === 'worker');
  const account = accounts.find(({ id }) => id === ticket?.worker_id) ?? worker ?? accounts[0];
  if (!account) throw new Error('a file needs an account');
  if (ticketId !== undefined) return { account, ticketId };
  if (others.length > 0) return { account, failure: 'several_jobs' };
  if (ticket) return { account, ticketId: ticket.id };
  return { account, failure: worker ? 'no_job' : 'workers_only' };
}
