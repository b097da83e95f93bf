import { type FileEncoding, type FileKind, fileKinds, maxBytes } from '../../contract/import-kinds.ts';
import type { FoundColumn, ReadAnswer, ReadRequest } from './read-file-worker.ts';
import type { ImportRow } from './rows.ts';

export type { FoundColumn } from './read-file-worker.ts';

/** The file cannot be read; the message is that of the service. */
export class UnreadableFileError extends Error {
  /** of the file, when it can be read by whoever says what they are */
  readonly columns: readonly FoundColumn[] | undefined;

  constructor(message: string, columns?: readonly FoundColumn[]) {
    super(message);
    this.columns = columns;
  }
}

export const tooLargeMessage = 'the file is too large';

/**
 * Reads the rows of a csv file as the service does.
 * @param encoding undefined: it is recognized
 * @param chosen the positions of the columns in the file; undefined: its headings tell
 * @throws UnreadableFileError
 */
export async function readRows(
  kind: FileKind,
  file: File,
  encoding?: FileEncoding,
  chosen?: Record<string, number>,
): Promise<ImportRow[]> {
  if (file.size > maxBytes) throw new UnreadableFileError(tooLargeMessage);
  const answer = await readInWorker({ kind, bytes: await file.arrayBuffer(), encoding, chosen });
  if ('unreadable' in answer) throw new UnreadableFileError(answer.unreadable, answer.columns);
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
