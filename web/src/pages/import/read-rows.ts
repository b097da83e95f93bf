import { type FileKind, fileKinds, maxBytes } from '../../contract/import-kinds.ts';
import type { ImportRow } from './rows.ts';

/** The file cannot be read; the message is that of the service. */
export class UnreadableFileError extends Error {}

export const tooLargeMessage = 'the file is too large';

/**
 * Reads the rows of a csv file as the service does.
 * @throws UnreadableFileError
 */
export async function readRows(kind: FileKind, file: File): Promise<ImportRow[]> {
  if (file.size > maxBytes) throw new UnreadableFileError(tooLargeMessage);
  const [{ readFile }, bytes] = await Promise.all([import('../../contract/import-files.ts'), file.arrayBuffer()]);
  const { columns } = fileKinds[kind];
  try {
    return readFile(new Uint8Array(bytes), fileKinds[kind]).map(({ values, extra }, index) => ({
      id: index,
      cells: columns.map((name) => values[name] ?? ''),
      extra,
    }));
  } catch (error) {
    throw new UnreadableFileError(error instanceof Error ? error.message : '', { cause: error });
  }
}
