import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

/** A search is sent when nothing was typed for so long. */
export const searchDelayMs = 300;

/**
 * The text of a search field that is also in the URL: typing writes the URL after a delay, and a change of the URL, such as
 * by the back button, replaces the text.
 * @param inUrl the search in the URL
 * @param write puts a search into the URL
 * @param minLength the number of characters from which on the service searches
 * @returns the text of the field, and how to change it
 */
export function useUrlSearch(inUrl: string, write: (q: string) => void, minLength = 2): [string, (text: string) => void] {
  const [text, setText] = useState(inUrl);
  const written = useRef(inUrl);
  const [typed] = useDebouncedValue(text.trim(), searchDelayMs);
  useEffect(() => {
    if (inUrl === written.current) return;
    written.current = inUrl;
    setText(inUrl);
  }, [inUrl]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing changes the URL
  useEffect(() => {
    const q = typed.length >= minLength ? typed : '';
    if (q === written.current) return;
    written.current = q;
    write(q);
  }, [typed]);
  return [text, setText];
}
