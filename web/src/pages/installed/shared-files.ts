/** Where the service worker keeps what another app has shared (web/sw/share.ts). */
const cacheName = 'shared-files';

/** Whoever signs in later is maybe not who has shared it. */
const maxAgeMs = 3_600_000;

/** The photos that another app has shared, in their order; they stay until `removeSharedFiles`. */
export async function readSharedFiles(): Promise<File[]> {
  if (!('caches' in globalThis) || !(await caches.has(cacheName))) return [];
  const cache = await caches.open(cacheName);
  const responses = await Promise.all((await cache.keys()).map((key) => cache.match(key)));
  const files = responses.map(async (response) => response && toFile(response));
  return (await Promise.all(files)).filter((file) => file !== undefined);
}

async function toFile(response: Response): Promise<File | undefined> {
  const { headers } = response;
  if (Date.now() - Number(headers.get('x-shared-at')) > maxAgeMs) return undefined;
  const type = headers.get('content-type') ?? '';
  return new File([await response.blob()], decodeURIComponent(headers.get('x-name') ?? ''), { type });
}

export async function removeSharedFiles(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(cacheName);
}
