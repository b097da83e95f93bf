import { readFile } from '../../contract/import-files.ts';
import { type FileEncoding, type FileKind, fileKinds } from '../../contract/import-kinds.ts';

// Reads a csv file. A worker: parsing a large one would stop the page.

export interface ReadRequest {
  kind: FileKind;
  bytes: ArrayBuffer;
  /** undefined: it is recognized */
  encoding: FileEncoding | undefined;
}

export type ReadAnswer = { rows: ReturnType<typeof readFile> } | { unreadable: string };

function read({ kind, bytes, encoding }: ReadRequest): ReadAnswer {
  try {
    return { rows: readFile(new Uint8Array(bytes), fileKinds[kind], encoding) };
  } catch (error) {
    return { unreadable: error instanceof Error ? error.message : '' };
  }
}

addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => postMessage(read(data)));
