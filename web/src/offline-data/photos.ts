import { useEffect, useState } from 'react';
import type { TicketPhoto } from '../contract/schemas.ts';
import { currentSession, useCurrentUser } from '../session/session-store.ts';
import { createRecord, readRecord, trimRecords, writeRecords } from './records.ts';

// Small versions of photos, which the browser makes, because the links of the service expire.

/** Of all tickets. The oldest are removed first. */
const maxPhotos = 120;
const maxSidePx = 640;
const jpegQuality = 0.7;
const readTimeoutMs = 30_000;

type Source = Pick<TicketPhoto, 'id' | 'url'>;

/** Stores a small version of each photo that has none yet, one after the other, as long as `mayContinue` says so. */
export async function storePhotos(user: string, photos: readonly Source[], mayContinue: () => boolean): Promise<void> {
  for (const { id, url } of photos) {
    // The content security policy of the console forbids scripts to read from another host, such as that of an S3 bucket.
    if (new URL(url, location.href).origin !== location.origin) return;
    if (!mayContinue()) return;
    if (await readRecord(user, 'photo', id)) continue;
    const small = await readSmall(url).catch(() => undefined);
    if (!small || currentSession()?.user.id !== user) return;
    if (!(await writeRecords([createRecord(user, 'photo', id, small)]))) return;
  }
}

/** Removes the photos beyond the limit. */
export const trimPhotos = (user: string): Promise<void> =>
  trimRecords(user, 'photo', (_record, position) => position < maxPhotos);

async function readSmall(url: string): Promise<Blob | undefined> {
  const response = await fetch(url, { signal: AbortSignal.timeout(readTimeoutMs) });
  if (!response.ok) return undefined;
  const bitmap = await createImageBitmap(await response.blob());
  const scale = Math.min(1, maxSidePx / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  context.fillStyle = '#fff'; // JPEG has no transparency
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', jpegQuality));
}

/**
 * An object URL of the small version of a photo.
 * @param isNeeded whether the photo itself could not be loaded
 * @returns undefined until it was read, and when there is none
 */
export function useStoredPhoto(photoId: number, isNeeded: boolean): string | undefined {
  const { id: user } = useCurrentUser();
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!isNeeded) return;
    let created: string | undefined;
    let isUnmounted = false;
    void readRecord<Blob>(user, 'photo', photoId).then((blob) => {
      if (!blob || isUnmounted) return;
      created = URL.createObjectURL(blob);
      setUrl(created);
    });
    return () => {
      isUnmounted = true;
      if (created) URL.revokeObjectURL(created);
      setUrl(undefined);
    };
  }, [user, photoId, isNeeded]);
  return url;
}
