import { useEffect, useState } from 'react';
import { isOnline, onConnectivityChange } from '../http/connectivity.ts';

/** URLs of a photo that could not be loaded. */
export interface BrokenUrls {
  has: (url: string | undefined) => boolean;
  add: (url: string) => void;
  /** The key of the image: a browser loads a URL that failed again only for a new element. */
  key: number;
}

/** The URLs of a photo that could not be loaded. They are tried again when the connection returns. */
export function useBrokenUrls(): BrokenUrls {
  const [{ urls, key }, setBroken] = useState<{ urls: string[]; key: number }>({ urls: [], key: 0 });
  useEffect(
    () =>
      onConnectivityChange(() => {
        if (isOnline()) setBroken((before) => (before.urls.length > 0 ? { urls: [], key: before.key + 1 } : before));
      }),
    [],
  );
  return {
    has: (url) => url !== undefined && urls.includes(url),
    add: (url) => setBroken((before) => ({ ...before, urls: [...before.urls, url] })),
    key,
  };
}
