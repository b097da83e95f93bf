import { useEffect, useState } from 'react';

/** The value as it was when nothing changed for a moment. */
export function useDebounced<Value>(value: Value, pause = 300): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return settled;
}
