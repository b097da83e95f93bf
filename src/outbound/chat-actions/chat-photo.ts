import type { Readable } from 'node:stream';
import type { Tx } from '../../platform/database/database.ts';
import { RetryLater } from '../../platform/deliveries/attempt-delivery.ts';
import { HttpError } from '../../platform/http/errors.ts';
import { QueueFull } from '../../platform/lib/fair-queue.ts';
import type { Deps } from '../../platform/module/deps.ts';
import { addPhoto, requireCanAddPhoto } from '../../product/files/photos/actions.ts';
import { photoFiles, receiveFile, spoolFolder, type Upload } from '../../product/files/photos/receive-upload.ts';
import { uploadLimiterOf } from '../../product/files/photos/upload-limiter.ts';
import { tenantOf } from '../../product/tenant.ts';
import { BotApiError } from '../messenger/bot-api.ts';
import { downloadFile, maxBotFileBytes } from '../messenger/bot-files.ts';
import type { SentFile } from '../messenger/chat-requests.ts';
import type { ChatAccount } from './accounts.ts';
import type { ChatSender } from './chat-sender.ts';
import type { FileFailure } from './payloads.ts';

const busyDelayMs = 2_000;

/**
 * Adds a file of a chat to a ticket, by the limits and checks of an upload.
 * @param inTransaction also done when the photo is added
 * @returns why it was not added
 * @throws BotApiError when the file cannot be fetched, RetryLater when too many uploads are under way
 */
export type AddChatPhoto = (
  account: ChatAccount,
  ticketId: number,
  file: SentFile,
  inTransaction: (tx: Tx) => Promise<void>,
  signal?: AbortSignal,
) => Promise<FileFailure | undefined>;

type PhotoDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'storage' | 'jobs' | 'log' | 'subscriptions'>;

/** @param timeoutMs of a download */
export function createAddChatPhoto(deps: PhotoDeps, sender: ChatSender, timeoutMs?: number): AddChatPhoto {
  const { db, config } = deps;
  const uploads = uploadLimiterOf(config);

  async function fetchFile(file: SentFile, signal?: AbortSignal): Promise<Readable> {
    const { root, token } = await sender.botOf(file).then(({ token }) => ({ token, root: config.messengerApiRoot }));
    const located = await sender.call(file, (api) => api.locateFile(token, file.file_id, signal));
    return downloadFile(located, { root, token, signal, ...(timeoutMs !== undefined && { timeoutMs }) });
  }

  async function receive(file: SentFile, signal?: AbortSignal): Promise<Upload> {
    const source = await fetchFile(file, signal);
    source.on('error', () => {}); // one that comes after the reader has stopped would end the process
    const part = {
      type: 'file' as const,
      fieldname: 'file',
      filename: file.name || `photo-${file.message_id}.jpg`,
      file: source,
    };
    try {
      return await receiveFile(only(part), spoolFolder(config.dataDir), config, photoFiles);
    } catch (error) {
      throw source.errored instanceof BotApiError ? source.errored : error;
    } finally {
      source.destroy();
    }
  }

  return async (account, ticketId, file, inTransaction, signal) => {
    try {
      await requireCanAddPhoto(db.read, config, account, ticketId);
      const failure = failureBeforeFetch(file, config.photoMaxBytes);
      if (failure) return failure;
      const caller = { key: account.id, tenant: await tenantOf(db, account) };
      await uploads.run(caller, async () => addPhoto(deps, account, ticketId, await receive(file, signal), { inTransaction }));
      return undefined;
    } catch (error) {
      if (error instanceof QueueFull) throw new RetryLater(busyDelayMs, 'too many uploads are under way');
      if (!(error instanceof HttpError) || error.status >= 500) throw error;
      return failureOf(error);
    }
  };
}

async function* only<T>(part: T): AsyncGenerator<T> {
  yield part;
}

/** What the messenger says of a file can be wrong, so the bytes are checked as well. */
function failureBeforeFetch({ media_type, name, size }: SentFile, photoMaxBytes: number): FileFailure | undefined {
  if (/^image\/hei[cf]/i.test(media_type) || /\.hei[cf]$/i.test(name)) return 'heic';
  if (!/^image\//i.test(media_type)) return 'no_photo';
  return size > Math.min(photoMaxBytes, maxBotFileBytes) ? 'too_large' : undefined;
}

function failureOf({ status, code }: HttpError): FileFailure {
  switch (status) {
    case 404:
      return 'no_ticket';
    case 401:
    case 403:
      return 'not_yours';
    case 409:
      return code === 'ticket_not_in_progress' ? 'not_in_progress' : 'full';
    default:
      if (code === 'file_too_large') return 'too_large';
      return code === 'file_damaged' ? 'damaged' : 'no_photo';
  }
}
