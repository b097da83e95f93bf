import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The key that signs links to local photos, derived from JWT_SECRET. */
export function linkKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'photo links', 32));
}

/** Signs the permission to read a photo. @param expires Unix seconds */
export function signLink(key: Buffer, photoId: number, expires: number): string {
  return createHmac('sha256', key).update(`${photoId} ${expires}`).digest('base64url');
}

export function isSignedLink(key: Buffer, photoId: number, expires: number, signature: string): boolean {
  const expected = Buffer.from(signLink(key, photoId, expires));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
