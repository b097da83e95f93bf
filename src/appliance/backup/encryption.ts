import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Decrypter, Encrypter } from 'age-encryption';

// An encrypted backup is an age file with a passphrase (https://age-encryption.org/v1), which the program `age` reads as well.
// The same secret encrypts and decrypts, so a file that decrypts was written by somebody who has it. A public key could be
// used by anybody who knows it.

const ageMagic = Buffer.from('age-encryption.org/v1\n');
const zstdMagic = Buffer.from('28b52ffd', 'hex');
/** 2^15 rounds take 32 MiB and a tenth of a second: enough for a key that cannot be guessed (BACKUP_KEY, config.ts). */
const scryptLogN = 15;

/** Which backups are accepted. */
export interface BackupAccess {
  /** BACKUP_KEY, or '' */
  key: string;
  /** with a key: whether a file that is not encrypted is accepted as well */
  allowUnencrypted: boolean;
}

/** A backup may not be read with this key; the message says why. */
export class BackupKeyError extends Error {}

/** Encrypts a stream with constant memory. */
export async function* encrypt(content: AsyncIterable<Uint8Array>, key: string): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(key);
  encrypter.setScryptWorkFactor(scryptLogN);
  yield* await encrypter.encrypt(ReadableStream.from(content));
}

/**
 * Opens a backup, decrypted if it is encrypted.
 * @returns its content without encryption and the size of that
 * @throws BackupKeyError when the key is missing or wrong, or the file is not encrypted and must be; an Error when it is no
 *   backup. What was changed behind the first bytes is found while the content is read.
 */
export async function openBackup(
  file: string,
  access: BackupAccess,
): Promise<{ content: AsyncIterable<Uint8Array>; sizeBytes: number }> {
  const sizeBytes = (await stat(file)).size;
  if (await isEncrypted(file)) return decrypt(file, sizeBytes, access.key);
  if (access.key && !access.allowUnencrypted) {
    throw new BackupKeyError(
      `${file} is not encrypted, though BACKUP_KEY is set: anybody may have changed it (--allow-unencrypted restores it)`,
    );
  }
  return { content: createReadStream(file), sizeBytes };
}

/** @throws when the file begins as no backup does */
export async function isEncrypted(file: string): Promise<boolean> {
  const start = await readStart(file, ageMagic.length);
  if (start.equals(ageMagic)) return true;
  if (start.subarray(0, zstdMagic.length).equals(zstdMagic)) return false;
  throw new Error('it does not begin as a backup does');
}

async function readStart(file: string, maxBytes: number): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function decrypt(file: string, sizeBytes: number, key: string) {
  if (!key) throw new BackupKeyError(`${file} is encrypted: set BACKUP_KEY to the key that it was made with`);
  const decrypter = new Decrypter();
  decrypter.addIdentity({ unwrapFileKey: (stanzas) => checkWorkFactor(file, stanzas) });
  decrypter.addPassphrase(key);
  const source = createReadStream(file);
  try {
    const content = await decrypter.decrypt(ReadableStream.from<Uint8Array>(source));
    return { content, sizeBytes: content.size(sizeBytes) };
  } catch (error) {
    source.destroy();
    if ((error as NodeJS.ErrnoException).syscall || error instanceof BackupKeyError) throw error;
    throw new BackupKeyError(`${file} does not decrypt: it was made with another BACKUP_KEY, or its first bytes are damaged`);
  }
}

/** The memory of scrypt doubles with each step, and the file names it before anything of it is authenticated. */
function checkWorkFactor(file: string, stanzas: { args: string[] }[]): null {
  for (const { args } of stanzas) {
    const [type, , logN] = args;
    if (type !== 'scrypt' || !(Number(logN) > scryptLogN)) continue; // the decrypter refuses what is no number
    throw new BackupKeyError(
      `${file} was not made by callout backup: its scrypt work factor is ${logN} instead of ${scryptLogN}`,
    );
  }
  return null;
}
