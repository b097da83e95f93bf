import { useEffect, useState } from 'react';

/** Longer than the time between the two taps of a double tap. */
const pauseMs = 700;

/**
 * Whether a value has changed just now. Buttons that appear where another one was are paused meanwhile, because the second tap
 * of a double tap would run the next operation.
 */
export function useChangedJustNow(value: string): boolean {
  const [known, setKnown] = useState(value);
  useEffect(() => {
    if (known === value) return;
    const timer = setTimeout(setKnown, pauseMs, value);
    return () => clearTimeout(timer);
  }, [known, value]);
  return known !== value;
}

/** The properties of a button that keeps its looks and its focus while it is paused. */
export const pausable = (isPaused: boolean, onClick: () => void) =>
  isPaused ? { 'aria-disabled': true, onClick: undefined } : { onClick };
