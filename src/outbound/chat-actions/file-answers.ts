import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { RetryLater } from '../../platform/deliveries/attempt-delivery.ts';
import type { Delivery } from '../../platform/deliveries/queue.ts';
import { minutes } from '../../platform/lib/duration.ts';
import { escapeHtml } from '../../platform/lib/text.ts';
import type { Deps } from '../../platform/module/deps.ts';
import { maxBotFileBytes } from '../messenger/bot-files.ts';
import type { SentFile } from '../messenger/chat-requests.ts';
import { accountsOfChat, type ChatAccount } from './accounts.ts';
import type { ChatContext } from './chat-sender.ts';
import { jobMessage } from './job-message.ts';
import type { AlbumAnswer, FileOutcome } from './payloads.ts';
import { chatTextsIn } from './texts/texts.ts';

type AnswerContext = Pick<ChatContext, 'db' | 'clock' | 'config' | 'sender'>;

/** The files of an album arrive one by one: it is complete when none has come for so long. */
const albumQuietMs = 2_000;
const albumRetryMs = 1_000;
/** A file that cannot be stored holds the answer up for so long. */
const maxAlbumWaitMs = minutes(6);

/** What became of a file. */
export interface FileResult {
  outcome: FileOutcome;
  account: ChatAccount;
  ticketId: number | undefined;
}

/** Answers a file that is not part of an album. */
export async function answerFile(
  context: AnswerContext,
  file: SentFile,
  { outcome, account, ticketId }: FileResult,
  signal?: AbortSignal,
): Promise<void> {
  const { config, sender } = context;
  const texts = chatTextsIn(account.language);
  const options = { replyTo: file.message_id };
  if (outcome !== 'added' || ticketId === undefined) {
    const why = outcome === 'added' ? texts.gone : texts.file[outcome](fileLimits(config));
    return void (await sender.say(file, escapeHtml(why), options, signal));
  }
  const count = await countPhotos(context.db.read, ticketId);
  const job = await jobMessage(context, account, ticketId);
  const text = [escapeHtml(texts.photoAdded(count, config.photoMaxPerTicket)), ...(job ? [job.html] : [])].join('\n\n');
  await sender.say(file, text, { ...options, ...(job && { buttons: job.buttons }) }, signal);
}

async function countPhotos(db: Db, ticketId: number): Promise<number> {
  const { photos } = await db
    .selectFrom('ticket_photos')
    .select(sql<number>`count(*)::int`.as('photos'))
    .where('ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow();
  return photos;
}

/** What texts about refused files name. */
const fileLimits = ({ photoMaxBytes, photoMaxPerTicket }: Deps['config']): { photos: number; size: number } => ({
  photos: photoMaxPerTicket,
  size: Math.round((Math.min(photoMaxBytes, maxBotFileBytes) / 1024 / 1024) * 10) / 10,
});

const sameAlbum = ({ bot_id, chat_id, album }: Omit<AlbumAnswer, 'kind'>) => sql<boolean>`
  queue = 'chat_files' and (payload ->> 'bot_id')::bigint = ${bot_id} and (payload ->> 'chat_id')::bigint = ${chat_id}
  and payload ->> 'album' = ${album}`;

/** Requests the answer to an album unless it is requested already. @param tenant of its files */
export async function enqueueAlbumAnswer(
  tx: Tx,
  { deliveries }: Pick<Deps, 'deliveries'>,
  { bot_id, chat_id, album }: SentFile,
  tenant: string,
  now: Date,
): Promise<void> {
  const answer: AlbumAnswer = { kind: 'album', bot_id, chat_id, album };
  const { rows } = await sql`
    select from deliveries where ${sameAlbum(answer)} and payload ->> 'kind' = 'album' limit 1`.execute(tx);
  if (rows.length === 0) await deliveries.enqueue(tx, 'chat_files', [answer], tenant, now);
}

/** Answers an album when all of its files are handled: how many were added, and why others were not. */
export async function answerAlbum(
  context: AnswerContext,
  { payload, created_at }: Pick<Delivery<'chat_files'>, 'created_at'> & { payload: AlbumAnswer },
  signal?: AbortSignal,
): Promise<void> {
  const { db, clock, config, sender } = context;
  const now = clock().getTime();
  const results = await findResults(db.read, payload);
  const isQuiet = results.every((result) => now - Date.parse(result.created_at) >= albumQuietMs);
  const mayWait = now - Date.parse(created_at) < maxAlbumWaitMs;
  if (mayWait && (!isQuiet || (await hasPendingFiles(db.read, payload)))) {
    throw new RetryLater(albumRetryMs, 'the album is not complete yet');
  }
  if (results.length === 0) return; // answered already
  const [account] = await accountsOfChat(db.read, config, payload);
  const texts = chatTextsIn(account?.language ?? null);
  const lines: string[] = [];
  const added = Map.groupBy(
    results.filter(({ outcome, ticket_id }) => outcome === 'added' && ticket_id !== null),
    ({ ticket_id }) => ticket_id ?? 0,
  );
  for (const [ticketId, photos] of added) {
    lines.push(texts.photosAdded(photos.length, await countPhotos(db.read, ticketId), config.photoMaxPerTicket));
  }
  for (const [outcome, failed] of Map.groupBy(results, (result) => result.outcome)) {
    if (outcome !== 'added') lines.push(texts.notAdded(failed.length, texts.file[outcome](fileLimits(config))));
  }
  const [ticketId] = added.keys();
  const job = account && ticketId !== undefined ? await jobMessage(context, account, ticketId) : undefined;
  const text = [lines.map(escapeHtml).join('\n'), ...(job ? [job.html] : [])].join('\n\n');
  await sender.say(payload, text, { buttons: job?.buttons ?? [] }, signal);
  await db.statement((writer) => writer.updateTable('chat_files').set({ album: '' }).where(ofAlbum(payload)).execute());
}

const ofAlbum = ({ bot_id, chat_id, album }: AlbumAnswer) => sql<boolean>`
  bot_id = ${bot_id} and chat_id = ${chat_id} and album = ${album} and album <> ''`;

const findResults = (db: Db, answer: AlbumAnswer) =>
  db
    .selectFrom('chat_files')
    .select(['outcome', 'ticket_id', 'created_at'])
    .where(ofAlbum(answer))
    .orderBy('message_id')
    .execute();

async function hasPendingFiles(db: Db, answer: AlbumAnswer): Promise<boolean> {
  const { rows } = await sql`
    select from deliveries where ${sameAlbum(answer)} and payload ->> 'kind' = 'file' limit 1`.execute(db);
  return rows.length > 0;
}
