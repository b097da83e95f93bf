import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The keys of a subscription, which only its browser can decrypt for. */
export interface BrowserKeys {
  /** the public key, an uncompressed point of P-256 */
  p256dh: Buffer;
  /** the secret that authenticates the sender */
  auth: Buffer;
}

const recordSize = 4096;
/** Ends the last record, before its padding. */
const lastRecord = 2;

/**
 * Encrypts a message for one browser (RFC 8291, in one record of aes128gcm, RFC 8188).
 * @param sender a new key pair and salt; given by tests
 * @throws when p256dh is no point of the curve
 */
export function encryptPayload(payload: string, { p256dh, auth }: BrowserKeys, sender = newSender()): Buffer {
  const { salt, ecdh } = sender;
  const publicKey = ecdh.getPublicKey();
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, publicKey]);
  const secret = derive(ecdh.computeSecret(p256dh), auth, keyInfo, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const header = Buffer.alloc(5);
  header.writeUInt32BE(recordSize);
  header.writeUInt8(publicKey.length, 4);
  const record = [cipher.update(payload, 'utf8'), cipher.update(Buffer.of(lastRecord)), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat([salt, header, publicKey, ...record]);
}

function newSender(): { salt: Buffer; ecdh: ECDH } {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return { salt: randomBytes(16), ecdh };
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
