import { useSyncExternalStore } from 'react';
import type { Kept } from './kept.ts';

// What the pages see of the photos on their way.

export interface Upload {
  key: number;
  ticketId: number;
  name: string;
  preview: string;
  state: 'preparing' | 'sending' | 'waiting' | 'failed';
  progress: number;
  error?: unknown;
}

/** Undefined until it is known what the last visit left. */
let uploads: readonly Upload[] | undefined;
const listeners = new Set<() => void>();

function set(next: readonly Upload[] | undefined): void {
  uploads = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const nothing: readonly Upload[] = [];
const all = (): readonly Upload[] => uploads ?? nothing;
export const useAllUploads = (): readonly Upload[] => useSyncExternalStore(subscribe, all);
export const useUploads = (ticketId: number): Upload[] => useAllUploads().filter((upload) => upload.ticketId === ticketId);

/** Whether photos of a ticket are on their way, or may be. */
export function useIsUploading(ticketId: number): boolean {
  const isKnown = useSyncExternalStore(subscribe, () => uploads !== undefined);
  const own = useUploads(ticketId);
  return !isKnown || own.some(({ state }) => state !== 'failed');
}

export const useWaiting = (): number => useAllUploads().filter(({ state }) => state !== 'failed').length;

export const changeUpload = (key: number, part: Partial<Upload>): void =>
  set(all().map((upload) => (upload.key === key ? { ...upload, ...part } : upload)));

/** Shows what is kept; what is known of its progress stays. Nothing without an account. */
export function showKept(kept: Kept[] | undefined, refusalOf: (photo: Kept) => unknown): void {
  const keys = new Set(kept?.map(({ key }) => key));
  const known = new Map(all().map((upload) => [upload.key, upload]));
  for (const upload of known.values()) if (!keys.has(upload.key)) URL.revokeObjectURL(upload.preview);
  set(
    kept?.map((photo) => {
      const { key, ticketId, file, refusal } = photo;
      const shown = known.get(key) ?? {
        key,
        ticketId,
        name: file.name,
        preview: URL.createObjectURL(file),
        state: 'preparing',
        progress: 0,
      };
      if (refusal) return { ...shown, state: 'failed', error: refusalOf(photo) };
      return shown.state === 'failed' ? { ...shown, state: 'preparing', error: undefined } : shown;
    }),
  );
}
