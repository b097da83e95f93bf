import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The key that signs local photo links, derived so that it signs nothing else. */
export function linkKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'photo links', 32));
}

/** Signs the right to read one photo until a moment (Unix seconds). */
export function signLink(key: Buffer, photoId: number, expires: number): string {
  return createHmac('sha256', key).update(`${photoId} ${expires}`).digest('base64url');
}

export function isSignedLink(key: Buffer, photoId: number, expires: number, signature: string): boolean {
  const expected = Buffer.from(signLink(key, photoId, expires));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
