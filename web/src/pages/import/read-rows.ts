import { type FileEncoding, type FileKind, fileKinds, maxBytes } from '../../contract/import-kinds.ts';
import type { ReadAnswer, ReadRequest } from './read-file-worker.ts';
import type { ImportRow } from './rows.ts';

/** The file cannot be read; the message is that of the service. */
export class UnreadableFileError extends Error {}

export const tooLargeMessage = 'the file is too large';

/**
 * Reads the rows of a csv file as the service does.
 * @param encoding undefined: it is recognized
 * @throws UnreadableFileError
 */
export async function readRows(kind: FileKind, file: File, encoding?: FileEncoding): Promise<ImportRow[]> {
  if (file.size > maxBytes) throw new UnreadableFileError(tooLargeMessage);
  const answer = await readInWorker({ kind, bytes: await file.arrayBuffer(), encoding });
  if ('unreadable' in answer) throw new UnreadableFileError(answer.unreadable);
  const { columns } = fileKinds[kind];
  return answer.rows.map(({ values, extra }, index) => ({
    id: index,
    cells: columns.map((name) => values[name] ?? ''),
    extra,
  }));
}

/** @throws when the worker cannot be loaded, as without a connection */
async function readInWorker(request: ReadRequest): Promise<ReadAnswer> {
  const worker = new Worker(new URL('./read-file-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<ReadAnswer>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<ReadAnswer>) => resolve(data));
      worker.addEventListener('error', ({ message }) => reject(new Error(message)));
      worker.postMessage(request, [request.bytes]);
    });
  } finally {
    worker.terminate();
  }
}
