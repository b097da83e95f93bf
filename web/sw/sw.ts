// The service worker. It caches the built files, so that the console opens without a network, and never a response of the
// API. It also sends the requests that refresh the session, because it outlives pages, and shows notifications.

import { navigationResponse } from './navigation.ts';
import { addPushListeners } from './push.ts';

declare const self: ServiceWorkerGlobalScope;

/** Replaced by the build (web/vite-plugins.ts). */
const { version, files } = JSON.parse('__PRECACHE_MANIFEST__') as { version: string; files: string[] };
const cachePrefix = 'callout-';
const cacheName = `${cachePrefix}${version}`;
const page = new URL('./', self.registration.scope).href;
const refreshUrl = new URL('/auth/refresh', self.location.origin).href;
/** The cached page is no worse: its scripts are cached too. */
const navigationTimeoutMs = 2_000;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then((cache) => cache.addAll(files))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(deleteOldCaches().then(() => self.clients.claim()));
});

/** Keeps one older version: a tab that still runs it may load more of its scripts. */
async function deleteOldCaches(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(cachePrefix) && name !== cacheName);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'POST' && request.url === refreshUrl) event.respondWith(refreshSession(event));
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
  const cached = await caches.match(page);
  const load = () => fetch(request, cached && { signal: AbortSignal.timeout(navigationTimeoutMs) });
  return navigationResponse(load, cached);
}

/** Other files, such as the icon, keep their names when they change. */
async function respondWithFile(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const cached = await caches.match(request);
    if (cached) return cached;
    throw error;
  }
}

/** The names of built files have a hash of their content, so a cached file is never outdated. */
async function respondWithAsset(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}
