import { hash } from 'node:crypto';

/** @returns a strong entity tag of an answer */
export const etagOf = (content: string | Buffer): string => `"${hash('sha256', content, 'base64url').slice(0, 22)}"`;

/** Whether If-None-Match names an entity tag, weak or not, or is `*`. */
export const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) ?? false;
