import { copyFile, open, rename, rm } from 'node:fs/promises';

/** The temporary name of a file while it is copied, so that only complete files have the name that is looked for. */
export const partOf = (path: string): string => `${path}.part`;

/** Renames a file, or copies it if the target is on another file system. */
export async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copy(from, to);
  }
}

async function copy(from: string, to: string): Promise<void> {
  const part = partOf(to);
  try {
    await copyFile(from, part);
    await fsyncPath(part);
    await rename(part, to);
  } catch (error) {
    await rm(part, { force: true }).catch(() => {}); // the first error is the cause
    throw error;
  }
}

/** Flushes a file or a folder to the disk; a new name survives a power cut only once its folder is flushed. */
export async function fsyncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}
