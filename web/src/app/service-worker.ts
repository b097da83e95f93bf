/**
 * Registers the service worker, and lets it know of this page: it keeps the files of a version while one of its pages is open.
 * @param script the address of the script of this page, whose name is that of one version
 */
export function registerServiceWorker(script: string): void {
  if (!('serviceWorker' in navigator)) return;
  const { locks, serviceWorker } = navigator;
  // The lock ends with the page, also when the browser ends it. A browser without locks keeps old files while pages are open.
  void locks?.request(`callout-page ${script}`, { mode: 'shared' }, () => {
    void serviceWorker.ready.then(({ active }) => active?.postMessage('page-opened'));
    return new Promise<never>(() => {});
  });
  // Registered after the page was loaded: on a first visit its cache would compete with the page for the connection.
  const register = () => void serviceWorker.register('/app/sw.js').catch(() => {});
  if (document.readyState === 'complete') register();
  else addEventListener('load', register);
}
