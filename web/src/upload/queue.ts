import { useSyncExternalStore } from 'react';
import { call } from '../api/client.ts';
import { OfflineError } from '../api/errors.ts';
import { queryClient, refreshTickets } from '../api/queries.ts';
import { current } from '../session/store.ts';
import { shrink } from './shrink.ts';

// Photos on their way. A file is kept until the service has answered; while the link is down it
// waits, and goes by itself when the link is back. One at a time, in the order of taking.

export interface Upload {
  key: number;
  ticketId: number;
  name: string;
  preview: string;
  state: 'preparing' | 'sending' | 'waiting' | 'failed';
  progress: number;
  error?: unknown;
}

interface Job {
  file: File;
  ready?: File;
  attempts: number;
}

let uploads: readonly Upload[] = [];
const jobs = new Map<number, Job>();
const listeners = new Set<() => void>();
let lastKey = 0;
let isRunning = false;
let wake: ReturnType<typeof setTimeout> | undefined;

function set(next: readonly Upload[]): void {
  uploads = next;
  for (const listener of listeners) listener();
}

const change = (key: number, part: Partial<Upload>): void =>
  set(uploads.map((upload) => (upload.key === key ? { ...upload, ...part } : upload)));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const all = (): readonly Upload[] => uploads;
export const useUploads = (ticketId: number): Upload[] =>
  useSyncExternalStore(subscribe, all).filter((upload) => upload.ticketId === ticketId);
export const useWaiting = (): number => useSyncExternalStore(subscribe, all).filter((upload) => upload.state !== 'failed').length;

export function addPhotos(ticketId: number, files: Iterable<File>): void {
  for (const file of files) {
    const key = ++lastKey;
    jobs.set(key, { file, attempts: 0 });
    set([...uploads, { key, ticketId, name: file.name, preview: URL.createObjectURL(file), state: 'preparing', progress: 0 }]);
  }
  void work();
}

export function dropUpload(key: number): void {
  const upload = uploads.find((one) => one.key === key);
  if (upload) URL.revokeObjectURL(upload.preview);
  jobs.delete(key);
  set(uploads.filter((one) => one.key !== key));
}

export function sendAgain(key: number): void {
  const job = jobs.get(key);
  if (job) job.attempts = 0;
  change(key, { state: 'preparing', error: undefined });
  void work();
}

async function work(): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  clearTimeout(wake);
  try {
    for (let next = first(); next; next = first()) {
      if (!(await attempt(next))) break;
    }
  } finally {
    isRunning = false;
  }
}

const first = (): Upload | undefined => uploads.find(({ state }) => state !== 'failed');

/** @returns false when the link is down: then all wait */
async function attempt({ key, ticketId }: Upload): Promise<boolean> {
  const job = jobs.get(key);
  if (!job) return true;
  try {
    job.ready ??= await shrink(job.file);
    if (job.attempts++ === 0 || !(await hasArrived(ticketId, job.ready))) await sendOne(key, ticketId, job.ready);
    dropUpload(key);
    refreshTickets(queryClient, [ticketId]);
    return true;
  } catch (error) {
    if (!(error instanceof OfflineError)) {
      change(key, { state: 'failed', error });
      return true;
    }
    change(key, { state: 'waiting', progress: 0 });
    wake = setTimeout(() => void work(), Math.min(30_000, 2_000 * job.attempts));
    return false;
  }
}

async function sendOne(key: number, id: number, file: File): Promise<void> {
  change(key, { state: 'sending', progress: 0 });
  const body = new FormData();
  body.set('file', file, file.name);
  await call('POST /tickets/{id}/photos', { params: { id }, body, onProgress: (progress) => change(key, { progress }) });
}

/** When the link broke before the answer, the photo may be there already. */
async function hasArrived(id: number, file: File): Promise<boolean> {
  const { items } = await call('GET /tickets/{id}/photos', { params: { id }, query: { limit: 100 } });
  const me = current()?.user.id;
  return items.some((photo) => photo.original_name === file.name && photo.size_bytes === file.size && photo.uploader_id === me);
}

addEventListener('online', () => void work());
// A tab with unsent photos asks before it closes.
addEventListener('beforeunload', (event) => {
  if (uploads.length > 0) event.preventDefault();
});
