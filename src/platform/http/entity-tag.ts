import { hash } from 'node:crypto';

/** @returns a strong entity tag of an answer */
export const etagOf = (content: string | Buffer): string => etagOfHash(hash('sha256', content, 'base64url'));

/** The same of the SHA-256 of an answer, in base64url. */
export const etagOfHash = (sha256: string): string => `"${sha256.slice(0, 22)}"`;

/** Whether If-None-Match names an entity tag, weak or not, or is `*`. */
export const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) ?? false;
