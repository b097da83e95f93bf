import { useEffect, useState } from 'react';
import { enqueueRequest, takeBackRequest } from '../../offline-queue/requests.ts';
import { isShownRequest, type ShownRequest, useShownItems } from '../../offline-queue/shown-items.ts';
import type { RequestItem } from '../../offline-queue/stored-items.ts';

interface Outcome {
  /** @param ticketId undefined: another tab has sent it */
  onSent: (ticketId: number | undefined) => void;
  /** it stays in the queue */
  onWaiting: () => void;
  /** @param item what was taken out of the queue again; undefined: another tab has done that */
  onRefused: (item: RequestItem | undefined) => void;
}

/** The queue may be busy with the photos of others. */
const maxWaitMs = 15_000;

/** Sends a new ticket through the offline queue, and reports what became of it while its form is open. */
export function useSendRequest({ onSent, onWaiting, onRefused }: Outcome) {
  const [isStoring, setStoring] = useState(false);
  const [sentAs, setSentAs] = useState<number>();
  const [error, setError] = useState<Error>();
  const shown = useShownItems().find((item): item is ShownRequest => isShownRequest(item) && item.ticketId === sentAs);
  const state = sentAs === undefined ? undefined : (shown?.state ?? 'sent');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each state of one request
  useEffect(() => {
    if (sentAs === undefined || state === undefined) return;
    if (state === 'sending') {
      const timer = setTimeout(onWaiting, maxWaitMs);
      return () => clearTimeout(timer);
    }
    if (state === 'waiting') return onWaiting();
    if (state === 'sent') return onSent(shown?.createdId);
    setSentAs(undefined);
    setError(shown?.error instanceof Error ? shown.error : undefined);
    void takeBackRequest(sentAs).then(onRefused);
  }, [sentAs, state]);
  async function send(item: Parameters<typeof enqueueRequest>[0]): Promise<void> {
    setStoring(true);
    setError(undefined);
    setSentAs(await enqueueRequest(item));
    setStoring(false);
  }
  return { send, error, isPending: isStoring || sentAs !== undefined };
}
