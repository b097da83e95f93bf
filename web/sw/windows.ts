declare const self: ServiceWorkerGlobalScope;

/** The open pages of the console, also those that this service worker does not control yet. */
export async function consoleWindows(): Promise<WindowClient[]> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return windows.filter(({ url }) => url.startsWith(self.registration.scope));
}
