import { type ComponentType, useEffect, useState } from 'react';
import { useIsOnline } from '../http/connectivity.ts';
import { createStore } from '../lib/create-store.ts';

/** How many scripts of parts are being loaded. */
export const loadingParts = createStore(0);

/**
 * A part of a page whose script is loaded after the page, again when the connection is back. It is missing until then: a route
 * component that cannot be loaded would load the whole page again and, without a connection, leave nothing of it.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const preload = async (): Promise<void> => {
    loaded ??= await load().catch(() => undefined);
  };
  function Part(props: Props) {
    const isOnline = useIsOnline();
    const [Loaded, setLoaded] = useState(() => loaded);
    // biome-ignore lint/correctness/useExhaustiveDependencies: a failed load is tried again when the connection changes
    useEffect(() => {
      if (Loaded) return;
      loadingParts.set(loadingParts.get() + 1);
      void preload().then(() => {
        setLoaded(() => loaded);
        loadingParts.set(loadingParts.get() - 1);
      });
    }, [isOnline, Loaded]);
    return Loaded ? <Loaded {...props} /> : null;
  }
  return Object.assign(Part, { preload });
}
