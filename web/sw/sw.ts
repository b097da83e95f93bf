// The service worker. It caches the built files, so that the console opens without a network, and never a response of the
// API. It also sends the requests that refresh the session, because it outlives pages, and shows notifications.

import { navigationResponse } from './navigation.ts';
import { addPushListeners } from './push.ts';
import { receiveShare } from './share.ts';
import { consoleWindows } from './windows.ts';

declare const self: ServiceWorkerGlobalScope;

/** Replaced by the build (web/vite-plugins.ts). */
const { version, files, mainScript } = JSON.parse('__PRECACHE_MANIFEST__') as {
  version: string;
  files: string[];
  /** the script that the page of this version starts */
  mainScript: string;
};
const cachePrefix = 'callout-';
const cacheName = `${cachePrefix}${version}`;
const page = new URL('./', self.registration.scope).href;
const shareUrl = new URL('share', page).href;
const refreshUrl = new URL('/auth/refresh', self.location.origin).href;
/** The cached page is no worse: its scripts are cached too. */
const navigationTimeoutMs = 2_000;

/** What pages name the lock that they hold while they are open, before the address of their script (web/src/app/service-worker.ts). */
const pageLockPrefix = 'callout-page ';

self.addEventListener('install', (event) => {
  event.waitUntil(fillCache().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(deleteOldCaches().then(() => self.clients.claim()));
});

// A page was opened, maybe in place of one of an older version.
self.addEventListener('message', (event) => {
  if (event.data === 'page-opened') event.waitUntil(deleteOldCaches());
});

/**
 * Stores the files of this version. When one cannot be stored, the version before stays in use, and the browser tries again later.
 * @throws also when the page is that of another version, as from an instance that is not upgraded yet
 */
async function fillCache(): Promise<void> {
  const isNew = !(await caches.has(cacheName));
  try {
    const cache = await caches.open(cacheName);
    await cache.addAll(files);
    const text = await (await cache.match(page))?.text();
    if (!text?.includes(mainScript)) throw new Error('the page is that of another version');
  } catch (error) {
    if (isNew) await caches.delete(cacheName);
    throw error;
  }
}

/**
 * Deletes the caches of older versions, unless a page of that version is open, which may load more of its scripts. Caches that are
 * younger than this one belong to a version that is being installed.
 */
async function deleteOldCaches(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(cachePrefix));
  const position = names.indexOf(cacheName);
  if (position < 0) return; // the browser has deleted it, and which of the others are older is unknown
  const openPages = await consoleWindows();
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const scripts = held.flatMap(({ name = '' }) => (name.startsWith(pageLockPrefix) ? [name.slice(pageLockPrefix.length)] : []));
  // A page that holds no lock is being loaded, or of a release without these locks: its version is unknown.
  if (openPages.length > scripts.length) return;
  for (const name of names.slice(0, position)) {
    const cache = await caches.open(name);
    const found = await Promise.all(scripts.map((script) => cache.match(script)));
    if (found.every((file) => file === undefined)) await caches.delete(name);
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'POST' && request.url === refreshUrl) event.respondWith(refreshSession(event));
  if (request.method === 'POST' && request.url === shareUrl) event.respondWith(receiveShare(request));
  if (request.method !== 'GET' || !request.url.startsWith(page)) return;
  if (request.mode === 'navigate') event.respondWith(respondToNavigation(request));
  else if (new URL(request.url).pathname.includes('/assets/')) event.respondWith(respondWithAsset(request));
  else event.respondWith(respondWithFile(request));
});

addPushListeners();

let refresh: Promise<Response> | undefined;

/**
 * Refreshes the session once for all tabs that ask meanwhile, such as the page after a reload. The request ends although its
 * page is left: the service revokes all sessions of a user whose refresh token is used twice.
 */
async function refreshSession(event: FetchEvent): Promise<Response> {
  refresh ??= fetch(refreshUrl, { method: 'POST', cache: 'no-store' }).finally(() => {
    refresh = undefined;
  });
  event.waitUntil(refresh.catch(() => {}));
  return (await refresh).clone();
}

async function respondToNavigation(request: Request): Promise<Response> {
  const cached = await cachedFile(page);
  const load = () => fetch(request, cached && { signal: AbortSignal.timeout(navigationTimeoutMs) });
  return navigationResponse(load, cached);
}

/** Other files, such as the icon, keep their names when they change. */
async function respondWithFile(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const cached = await cachedFile(request);
    if (cached) return cached;
    throw error;
  }
}

/** A file of this version: `caches.match()` would find that of the oldest one. */
async function cachedFile(request: Request | string): Promise<Response | undefined> {
  return caches.match(request, { cacheName });
}

/**
 * The names of built files have a hash of their content, so a cached file is never outdated. A page of an older version that is still
 * open finds its files in the cache of that version.
 */
async function respondWithAsset(request: Request): Promise<Response> {
  return (await cachedFile(request)) ?? (await caches.match(request)) ?? fetch(request);
}
