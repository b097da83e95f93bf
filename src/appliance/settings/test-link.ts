import { configuredBaseUrl } from '../../platform/http/public-url.ts';
import type { Deps } from '../../platform/module/deps.ts';
import { requireSignedLink } from '../../product/files/photos/signed-link.ts';
import type { OpenedLink, TestLink } from './schemas.ts';

/** What a link permits: to report that this address was opened. */
const subjectOf = (url: string): string => `address ${url}`;

/**
 * Makes a link to a page of the console at the public address, for another device. What is signed is in the fragment, which is in no log.
 * Any instance verifies it.
 */
export function issueTestLink({ config, clock, links }: Pick<Deps, 'config' | 'clock' | 'links'>): TestLink {
  const now = clock();
  const url = configuredBaseUrl(config);
  const { query, expiresAt } = links.sign(subjectOf(url), now);
  return { url: `${url}/app/opened#${query}`, issued_at: now.toISOString(), expires_at: expiresAt.toISOString() };
}

/**
 * Records that a link was opened.
 * @throws 403 it is not one for the present address, or has expired
 */
export async function recordOpened(
  { config, clock, links, db }: Pick<Deps, 'config' | 'clock' | 'links' | 'db'>,
  link: OpenedLink,
): Promise<void> {
  const now = clock();
  const url = configuredBaseUrl(config);
  requireSignedLink(link, now, (expires, signature) => links.isSigned(subjectOf(url), expires, signature));
  await db.statement((tx) => tx.updateTable('installation').set({ opened_at: now, opened_url: url }).execute());
}
