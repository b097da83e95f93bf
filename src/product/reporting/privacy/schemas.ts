import type { Readable } from 'node:stream';
import { Type } from 'typebox';

export const DataFile = Type.Unsafe<Readable>({
  type: 'string',
  format: 'binary',
  description:
    'A zip file: a JSON file with the rows of each table, the files of photos and attachments, and `missing.json` with those that the storage does not have.',
});
