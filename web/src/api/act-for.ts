import type { Fetch } from '../../../clients/typescript/src/index.ts';
import { endRefusedActing, mayWrite, principal } from '../session/acting.ts';

/** Operations on what belongs to the sender alone, by their path (src/product/identity/auth/acting.ts). */
const operationsOfSender =
  /^\/(auth|ext\/(me|password|sessions|mfa|passkeys?|tokens|calendar|notifications|push|grants|teams|webhooks|messenger|oidc|snippets|users\/[^/]+\/(data|invitation)))(?![^/?])/;

/** Whether an operation is called for somebody else. @param url its path, with or without a query */
export const takesActFor = (url: string): boolean => !operationsOfSender.test(url);

/** The header of a single request that an admin sends for a client; the page itself acts for nobody. */
export const actForHeader = (id: string): { headers: Record<string, string> } => ({ headers: { 'act-for': id } });

/** Pages on what belongs to the account that is signed in: they are not shown while it acts for another one. */
const pagesOfSender = /^\/(profile|security|notifications|messenger|webhooks|tokens|snippets|deputies|teams)(?![^/?])/;
/** Pages that do nothing but change something. */
const formPages = /^\/(tickets\/new|rules\/new|import)(?![^/?])/;

/**
 * Whether a page is shown while acting.
 * @param path within the console
 * @param isViewOnly whether the grant allows looking only
 */
export const isPageWhileActing = (path: string, isViewOnly = !mayWrite): boolean =>
  !pagesOfSender.test(path) && !(isViewOnly && formPages.test(path));

/**
 * Sends requests for the account that the page acts for, and ends that when the service refuses it.
 * @returns the same function when the page acts for nobody
 */
export const withActFor = (fetch: Fetch, actsFor = principal?.id, onRefused = endRefusedActing): Fetch =>
  actsFor === undefined
    ? fetch
    : async (url, init) => {
        if (!takesActFor(url)) return fetch(url, init);
        const headers = new Headers(init.headers);
        headers.set('act-for', actsFor);
        const response = await fetch(url, { ...init, headers });
        if (response.headers.get('error-code') === 'may_not_act_for') onRefused();
        return response;
      };
