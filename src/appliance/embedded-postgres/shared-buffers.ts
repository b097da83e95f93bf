import { totalmem } from 'node:os';

const mebibyte = 1024 ** 2;

/** What the machine has, or what its container may use, in bytes. */
const availableBytes = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/**
 * The cache of the server: an eighth of the memory, because it shares the machine with the service. PostgreSQL's default of 128 MB, the
 * least here, makes searches in a million tickets take up to twice as long.
 * @returns MiB
 */
export const sharedBuffersMiB = (memoryBytes = availableBytes()): number =>
  Math.min(2048, Math.max(128, Math.floor(memoryBytes / 8 / mebibyte)));
