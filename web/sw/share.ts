/** Where shared files wait for their page (web/src/pages/installed/shared-files.ts). Not named like the caches of built files. */
const cacheName = 'shared-files';

/**
 * Keeps the pictures that another app shares, also without a connection, in place of those before, and goes on to the page that takes
 * them. What cannot be kept is missing there.
 */
export async function receiveShare(request: Request): Promise<Response> {
  await keep(request).catch(() => {});
  return Response.redirect(request.url, 303);
}

async function keep(request: Request): Promise<void> {
  const shared = (await request.formData()).getAll('photo');
  await caches.delete(cacheName);
  const cache = await caches.open(cacheName);
  const pictures = shared.filter((file): file is File => file instanceof File && file.type.startsWith('image/'));
  for (const [position, file] of pictures.entries()) {
    const headers = { 'content-type': file.type, 'x-name': encodeURIComponent(file.name), 'x-shared-at': String(Date.now()) };
    await cache.put(`${request.url}/${position}`, new Response(file, { headers }));
  }
}
