import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { BoundedMap } from '../lib/bounded-map.ts';
import { plus } from '../lib/clock.ts';

/** The keys of links that the service answers itself. */
export interface LinkKeys {
  linkKey: Buffer;
  /** verifies links that were signed before the secret was changed and that expire by `maxExpires` */
  previousLinkKey?: { key: Buffer; maxExpires: Date };
}

const maxListLinks = 20_000;

/** Signs the links with which files are read without a token until they expire. */
export class LinkSigner {
  readonly #keys: LinkKeys;
  readonly #ttlMs: number;
  /** by what is read, and its id */
  readonly #listLinks = new Map<string, BoundedMap<number, { period: number; query: string }>>();

  /** @param ttlMs lifetime of links */
  constructor(keys: LinkKeys, ttlMs: number) {
    this.#keys = keys;
    this.#ttlMs = ttlMs;
  }

  /**
   * @param subject what the link permits to read, as signLink() takes it
   * @returns the query of the link, and when it expires
   */
  sign(subject: number | string, now: Date): { query: string; expiresAt: Date } {
    const expires = Math.floor(plus(now, this.#ttlMs).getTime() / 1000);
    const query = `expires=${expires}&signature=${signLink(this.#keys.linkKey, subject, expires)}`;
    return { query, expiresAt: new Date(expires * 1000) };
  }

  /**
   * Signs links in lists: for a quarter of their lifetime they stay the same, so that browsers do not read the files of
   * each page again and a list does not sign all of its links anew.
   * @param what as it stands before the id in the subject of sign()
   * @returns the query of the link
   */
  signForList(what: string, id: number, now: Date): string {
    const periodMs = this.#ttlMs / 4;
    const period = Math.floor(now.getTime() / periodMs);
    const links = this.#listLinks.get(what) ?? new BoundedMap(maxListLinks);
    this.#listLinks.set(what, links);
    const known = links.get(id);
    if (known?.period === period) return known.query;
    const { query } = this.sign(`${what} ${id}`, new Date(period * periodMs));
    links.set(id, { period, query });
    return query;
  }

  /** Whether the signature of a link is valid. @param expires Unix seconds, which are not checked */
  isSigned(subject: number | string, expires: number, signature: string): boolean {
    const { linkKey, previousLinkKey } = this.#keys;
    if (matches(signature, signLink(linkKey, subject, expires))) return true;
    if (!previousLinkKey) return false;
    const { key, maxExpires } = previousLinkKey;
    return expires * 1000 <= maxExpires.getTime() && matches(signature, signLink(key, subject, expires));
  }
}

function matches(signature: string, expectedSignature: string): boolean {
  const [given, expected] = [Buffer.from(signature), Buffer.from(expectedSignature)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The key that signs links. @param secret PHOTO_LINK_SECRET, or JWT_SECRET without it */
export const linkKey = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'photo links', 32));

/**
 * Signs the permission to read a file.
 * @param subject the id of a photo, or what else is read and its id, such as `thumb 42`
 * @param expires Unix seconds
 */
export const signLink = (key: Buffer, subject: number | string, expires: number): string =>
  createHmac('sha256', key).update(`${subject} ${expires}`).digest('base64url');
