import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

const version = 1;
/** First byte of a secret that was stored without a key. */
const plaintextVersion = 0;
const ivBytes = 12;
const tagBytes = 16;

/** The keys of DATA_ENCRYPTION_KEY and DATA_ENCRYPTION_KEY_PREVIOUS. */
interface KeySettings {
  dataEncryptionKey: Buffer | undefined;
  dataEncryptionKeyPrevious: Buffer | undefined;
}

/** The key that encrypts secrets; undefined without DATA_ENCRYPTION_KEY. */
export const encryptionKey = ({ dataEncryptionKey }: Pick<KeySettings, 'dataEncryptionKey'>): KeyObject | undefined =>
  dataEncryptionKey && createSecretKey(dataEncryptionKey);

/** The keys that decrypt stored secrets: the current one and, until they are encrypted again, the previous one. */
export const decryptionKeys = ({ dataEncryptionKey, dataEncryptionKeyPrevious }: KeySettings): KeyObject[] =>
  [dataEncryptionKey, dataEncryptionKeyPrevious].filter((key) => key !== undefined).map((key) => createSecretKey(key));

/**
 * Encrypts a short secret with AES-256-GCM.
 * @param context what the secret belongs to; decrypting needs the same context
 */
export function encrypt(key: KeyObject, secret: string, context: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), ciphertext]);
}

/** @returns the secret, or undefined when it was encrypted with another key or for another context, or is damaged */
export function decrypt(key: KeyObject, ciphertext: Buffer, context: string): string | undefined {
  if (ciphertext[0] !== version || ciphertext.length < 1 + ivBytes + tagBytes) return undefined;
  const iv = ciphertext.subarray(1, 1 + ivBytes);
  const tag = ciphertext.subarray(1 + ivBytes, 1 + ivBytes + tagBytes);
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(context));
  decipher.setAuthTag(tag);
  try {
    return decipher.update(ciphertext.subarray(1 + ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

/** Encrypts a secret, or marks it as readable when there is no key. */
export const encryptIfKey = (key: KeyObject | undefined, secret: string, context: string): Buffer =>
  key ? encrypt(key, secret, context) : Buffer.concat([Buffer.of(plaintextVersion), Buffer.from(secret, 'utf8')]);

/** @returns a secret of encryptIfKey(), or undefined when it is encrypted and none of the keys fits */
export const decryptStored = (keys: readonly KeyObject[], stored: Buffer, context: string): string | undefined =>
  stored[0] === plaintextVersion ? stored.toString('utf8', 1) : decryptWithAny(keys, stored, context);

/** @returns the secret, decrypted with the first key that fits, or undefined when none does */
export function decryptWithAny(keys: readonly KeyObject[], ciphertext: Buffer, context: string): string | undefined {
  for (const key of keys) {
    const secret = decrypt(key, ciphertext, context);
    if (secret !== undefined) return secret;
  }
  return undefined;
}
