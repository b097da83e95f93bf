import { hash } from 'node:crypto';

/** @returns a strong entity tag of an answer */
export const etagOf = (content: string | Buffer): string => etagOfHash(hash('sha256', content, 'base64url'));

/** The same of the SHA-256 of an answer, in base64url. */
export const etagOfHash = (sha256: string): string => `"${sha256.slice(0, 22)}"`;

/** The signature of a link in an answer, which is another one in each answer. */
const signedQuery = /\?(?:expires=\d+&signature=[\w-]+|[^"\s]*X-Amz-Signature=[\da-f]+[^"\s]*)/g;

/** @returns a strong entity tag of a JSON answer; what stands before its dot does not depend on signatures of links */
export function etagOfAnswer(json: string): string {
  if (!json.includes('ignature=')) return etagOf(json);
  return `${etagOf(json.replace(signedQuery, '?')).slice(0, -1)}.${etagOf(json).slice(1)}`;
}

const withoutSignaturePart = (tag: string): string =>
  tag
    .trim()
    .replace(/^W\//, '')
    .replace(/\.[\w-]{22}"$/, '"');

/** Whether If-Match names the entity tag of an answer, compared weakly and whatever links it has, or is `*`. */
export const matchesIfMatch = (ifMatch: string | undefined, etag: string | undefined): boolean =>
  etag !== undefined &&
  (ifMatch?.split(',').some((tag) => tag.trim() === '*' || withoutSignaturePart(tag) === withoutSignaturePart(etag)) ?? false);

/** Whether If-None-Match names an entity tag, weak or not, or is `*`. */
export const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) ?? false;
