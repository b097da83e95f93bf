import { useSyncExternalStore } from 'react';

const wide = matchMedia('(min-width: 1180px)');
const narrow = matchMedia('(max-width: 760px)');

const useMedia = (media: MediaQueryList): boolean =>
  useSyncExternalStore(
    (listener) => {
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => media.matches,
  );

/** Room for two things beside each other. */
export const useIsWide = (): boolean => useMedia(wide);
/** A phone. */
export const useIsNarrow = (): boolean => useMedia(narrow);
