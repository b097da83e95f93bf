import { type ComponentType, useEffect, useState } from 'react';
import { useIsOnline } from '../http/connectivity.ts';

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
      if (!Loaded) void preload().then(() => setLoaded(() => loaded));
    }, [isOnline, Loaded]);
    return Loaded ? <Loaded {...props} /> : null;
  }
  return Object.assign(Part, { preload });
}
