// The service worker: keeps the shell, so that the console opens without a network. Answers of
// the API are never kept; only what was built is. And it renews sessions, since it outlives pages.

import { navigationResponse } from './navigation.ts';

declare const self: ServiceWorkerGlobalScope;

const { version, files } = JSON.parse('__SHELL__') as { version: string; files: string[] };
const cacheName = `callout-${version}`;
const page = new URL('./', self.registration.scope).href;
const renewalAddress = new URL('/auth/refresh', self.location.origin).href;
const patience = 4_000;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then((cache) => cache.addAll(files))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOthers().then(() => self.clients.claim()));
});

/** One older shell is kept: a tab that still runs it may ask for its pages. */
async function forgetOthers(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith('callout-') && name !== cacheName);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'POST' && request.url === renewalAddress) event.respondWith(renewed(event));
  if (request.method !== 'GET' || !request.url.startsWith(page)) return;
  if (request.mode === 'navigate') event.respondWith(navigation(request));
  else if (new URL(request.url).pathname.includes('/assets/')) event.respondWith(built(request));
});

let renewal: Promise<Response> | undefined;

/**
 * A cookie that is used twice ends all sessions of its owner. So a renewal whose page was left comes to its
 * end here, and whoever asks meanwhile, such as the page after a reload, gets the same answer.
 */
async function renewed(event: FetchEvent): Promise<Response> {
  renewal ??= fetch(renewalAddress, { method: 'POST', cache: 'no-store' }).finally(() => {
    renewal = undefined;
  });
  event.waitUntil(renewal.catch(() => {}));
  return (await renewal).clone();
}

async function navigation(request: Request): Promise<Response> {
  const kept = await caches.match(page);
  return navigationResponse(() => fetch(request, kept && { signal: AbortSignal.timeout(patience) }), kept);
}

/** Built files carry their hash in the name: one that is there is the right one. */
async function built(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}
