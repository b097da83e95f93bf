import { useMediaQuery } from '@mantine/hooks';

const now = { getInitialValueInEffect: false };

/** Whether there is room for a list and a ticket beside it. */
export const useIsWide = (): boolean => useMediaQuery('(min-width: 1180px)', undefined, now);
/** Whether there is room for a table with many columns. */
export const useHasRoomForColumns = (): boolean => useMediaQuery('(min-width: 1280px)', undefined, now);
/** Whether the screen is that of a phone. */
export const useIsNarrow = (): boolean => useMediaQuery('(max-width: 760px)', undefined, now);
/** Whether the screen is that of one of the narrowest phones. */
export const useIsNarrowest = (): boolean => useMediaQuery('(max-width: 374px)', undefined, now);
/** Whether the device has a touch screen and no mouse, and so probably the apps of a phone. */
export const useIsTouch = (): boolean => useMediaQuery('not all and (hover: hover) and (pointer: fine)', undefined, now);
