import { Readable } from 'node:stream';
import { BotApiError } from './bot-api.ts';

/** The server gives bots no larger files. */
export const maxBotFileBytes = 20 * 1024 * 1024;
const downloadTimeoutMs = 60_000;

interface BotFile {
  /** as locateFile() returns it */
  path: string;
  /** in bytes; undefined: not known */
  size: number | undefined;
}

interface DownloadOptions {
  /** MESSENGER_API_ROOT, without a slash at its end */
  root: string;
  token: string;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
}

/**
 * Downloads a file from the server of the Bot API, limited in time and size and without following a redirect: the URL
 * contains the token, which no error names.
 * @returns a stream, to be destroyed by the caller, which fails with BotApiError also when the file is incomplete
 * @throws BotApiError
 */
export async function downloadFile(
  { path, size }: BotFile,
  { root, token, signal, timeoutMs = downloadTimeoutMs }: DownloadOptions,
): Promise<Readable> {
  // A server in local mode answers a path on its own disk.
  if (path.startsWith('/') || path.split('/').includes('..')) throw failure(400, 'the file has no address');
  const url = `${root}/file/bot${token}/${path.split('/').map(encodeURIComponent).join('/')}`;
  const ended = new AbortController();
  const stop = AbortSignal.any([ended.signal, AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
  const response = await fetch(url, { redirect: 'error', signal: stop }).catch(() => {
    throw failure(0, 'the server cannot be reached or does not answer with the file');
  });
  if (response.status !== 200 || !response.body) {
    ended.abort();
    throw failure(response.status, 'the server does not give the file');
  }
  return Readable.from(completeChunks(response, size, ended), { objectMode: false });
}

/** @param response whose body nobody reads yet: without the response, garbage collection would end the body */
async function* completeChunks(response: Response, size: number | undefined, ended: AbortController): AsyncGenerator<Buffer> {
  let received = 0;
  try {
    for await (const chunk of response.body ?? []) {
      received += chunk.length;
      if (received > maxBotFileBytes) throw failure(400, 'the file is too big');
      yield Buffer.from(chunk);
    }
  } catch (error) {
    throw error instanceof BotApiError ? error : failure(0, 'the file came incompletely or too slowly');
  } finally {
    ended.abort();
  }
  if (size !== undefined && received !== size) throw failure(0, 'the file came incompletely');
}

const failure = (code: number, description: string): BotApiError => new BotApiError('download', code, description);
