import { forbidden } from '../../../platform/http/errors.ts';
import type { FileQuery } from './schemas.ts';

/** Why requests with a signed link are not counted per network: an office loads hundreds of photos at once. */
export const needsSignedLink = 'only who may see the file gets a signed link';

/**
 * Checks the link of a request without a token.
 * @param isSigned whether the signature is one for the requested file
 * @returns the seconds until the link expires
 * @throws 403 the signature is wrong, or the link has expired
 */
export function requireSignedLink(
  query: FileQuery,
  now: Date,
  isSigned: (expires: number, signature: string) => boolean,
): number {
  const expires = Number(query.expires);
  const secondsLeft = expires - now.getTime() / 1000;
  if (!isSigned(expires, query.signature) || secondsLeft <= 0)
    throw forbidden('invalid_link', 'the link is wrong or has expired');
  return secondsLeft;
}

/** The headers of a photo: browsers neither run it nor keep it longer than its link is valid. */
export const photoHeaders = (secondsLeft: number) => ({
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin', // consoles of other origins display photos
  'cache-control': `private, max-age=${Math.floor(secondsLeft)}, immutable`,
});
