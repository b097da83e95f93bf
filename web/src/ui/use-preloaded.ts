import { useEffect, useState } from 'react';
import { useIsOnline } from '../http/connectivity.ts';

/** A component of `lazyRouteComponent`, whose `preload` is undefined once its script is loaded. */
interface LazyComponent {
  preload?: (() => Promise<unknown> | undefined) | undefined;
}

/**
 * Loads the script of a component after the page, again when the connection is back.
 * @param isWanted whether the page may show it
 * @returns whether it is loaded: without its script a part of a page is missing, and drawing it would replace the page by an error
 */
export function usePreloaded(component: LazyComponent, isWanted = true): boolean {
  const isOnline = useIsOnline();
  const [isLoaded, setLoaded] = useState(component.preload === undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failed load is tried again when the connection changes
  useEffect(() => {
    let isUnmounted = false;
    // Also where `preload` is gone by now: the script was loaded between drawing and this effect, for another part of the page.
    const load = async (): Promise<void> => {
      await component.preload?.();
      if (!isUnmounted) setLoaded(component.preload === undefined);
    };
    if (isWanted) void load();
    return () => {
      isUnmounted = true;
    };
  }, [component, isOnline, isWanted]);
  return isLoaded;
}
