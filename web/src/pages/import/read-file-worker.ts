import { type FoundColumn, readColumns, readFile } from '../../contract/import-files.ts';
import { type FileEncoding, type FileKind, fileKinds } from '../../contract/import-kinds.ts';

// Reads a csv file. A worker: parsing a large one would stop the page.

export type { FoundColumn };

export interface ReadRequest {
  kind: FileKind;
  bytes: ArrayBuffer;
  /** undefined: it is recognized */
  encoding: FileEncoding | undefined;
  /** the positions of the columns in the file; undefined: its headings tell */
  chosen: Record<string, number> | undefined;
}

export type ReadAnswer = { rows: ReturnType<typeof readFile> } | { unreadable: string; columns?: FoundColumn[] };

function read({ kind, bytes, encoding, chosen }: ReadRequest): ReadAnswer {
  const file = new Uint8Array(bytes);
  try {
    return { rows: readFile(file, fileKinds[kind], encoding, chosen) };
  } catch (error) {
    const unreadable = error instanceof Error ? error.message : '';
    if (!isAboutColumns(error)) return { unreadable };
    try {
      return { unreadable, columns: readColumns(file, fileKinds[kind], encoding) };
    } catch {
      return { unreadable };
    }
  }
}

const isAboutColumns = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'import_columns_wrong';

addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => postMessage(read(data)));
