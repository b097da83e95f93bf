import { useEffect, useRef, useState } from 'react';
import { useDebounced } from './debounced.ts';

/**
 * What is typed, which is in the address a moment later. When the address changes by itself, it wins.
 * @returns the text of the field, and how to change it
 */
export function useUrlSearch(address: string, write: (q: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(address);
  const written = useRef(address);
  const typed = useDebounced(text.trim());
  useEffect(() => {
    if (address === written.current) return;
    written.current = address;
    setText(address);
  }, [address]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address follows what is typed
  useEffect(() => {
    const q = typed.length >= 2 ? typed : '';
    if (q === written.current) return;
    written.current = q;
    write(q);
  }, [typed]);
  return [text, setText];
}
