import { HttpError } from '../../../platform/http/errors.ts';
import type { Caller } from '../../../platform/lib/fair-queue.ts';
import { moduleUrl } from '../../../platform/lib/module-url.ts';
import { ThreadTask } from '../../../platform/threads/thread-task.ts';
import type { CheckedFile, checkEquipmentFile, checkObjectsFile, checkWorkersFile, UnreadableFile } from './check-file.ts';
import type { FileEncoding } from './file-kinds.ts';

const module = moduleUrl('./check-file', import.meta.url);
const workers = new ThreadTask<typeof checkWorkersFile>(module, 'checkWorkersFile');
const objects = new ThreadTask<typeof checkObjectsFile>(module, 'checkObjectsFile');
const equipment = new ThreadTask<typeof checkEquipmentFile>(module, 'checkEquipmentFile');

/** Reads a file of workers and checks its values. @throws 400 the file cannot be read; QueueFull, CallerGone, TaskEnded */
export const readWorkers = async (body: unknown, encoding: FileEncoding | undefined, caller: Caller) =>
  readable(await workers.run(caller, { bytes: bytesOf(body), encoding }));

/** Reads a file of objects and checks its values. @throws as readWorkers() */
export const readObjects = async (body: unknown, encoding: FileEncoding | undefined, caller: Caller) =>
  readable(await objects.run(caller, { bytes: bytesOf(body), encoding }));

/** Reads a file of equipment and checks its values. @throws as readWorkers() */
export const readEquipment = async (body: unknown, encoding: FileEncoding | undefined, caller: Caller) =>
  readable(await equipment.run(caller, { bytes: bytesOf(body), encoding }));

/** Without a body there is no file. */
const bytesOf = (body: unknown): Uint8Array => (Buffer.isBuffer(body) ? body : new Uint8Array());

function readable<Values>(file: CheckedFile<Values> | UnreadableFile): CheckedFile<Values> {
  if ('unreadable' in file) throw new HttpError(400, file.code, file.unreadable);
  return file;
}
