import { useEffect, useRef, useState } from 'react';

/** What was typed is stored when nothing was typed for so long. */
const storeDelayMs = 800;

/**
 * What is being typed into the field of an answer. It is stored after a pause and when the field is left; then the field shows what is
 * stored again.
 * @param stored the answer as it is typed
 * @param store stores what was typed @returns whether it can be stored
 */
export function useTypedAnswer(stored: string, store: (text: string) => Promise<boolean>) {
  const [typed, setTyped] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(store);
  useEffect(() => {
    latest.current = store;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    text: typed ?? stored,
    isTyping: typed !== undefined,
    change(text: string): void {
      setTyped(text);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void latest.current(text), storeDelayMs);
    },
    async leave(): Promise<void> {
      clearTimeout(timer.current);
      if (typed !== undefined && (await store(typed))) setTyped((now) => (now === typed ? undefined : now));
    },
  };
}
