import { open } from 'node:fs/promises';

/** Flushes a file or a folder to the disk; a new name survives a power cut only once its folder is flushed. */
export async function fsyncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}
