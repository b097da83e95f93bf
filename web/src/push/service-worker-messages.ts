/** What the service worker tells pages (web/sw/push.ts). */
interface ServiceWorkerMessages {
  /** somebody has clicked on a notification; the path of a page of the console, such as `tickets/42` */
  open: { path: string };
  /** the browser has replaced its subscription to Web Push */
  'push-subscription-changed': object;
}

/** @returns a function that removes the listener */
export function onServiceWorkerMessage<Type extends keyof ServiceWorkerMessages>(
  type: Type,
  listener: (message: ServiceWorkerMessages[Type]) => void,
): () => void {
  const listen = ({ data }: MessageEvent): void => {
    if (data?.type === type) listener(data as ServiceWorkerMessages[Type]);
  };
  navigator.serviceWorker?.addEventListener('message', listen);
  return () => navigator.serviceWorker?.removeEventListener('message', listen);
}
