import { useEffect, useState } from 'react';
import { pathOfOwnFile } from '../lib/file-path.ts';
import { currentSession, useCurrentUser } from '../session/session-store.ts';
import { createRecord, readRecord, trimRecords, writeRecords } from './records.ts';

// Small versions of photos, because links to photos expire. The browser makes those that the service does not have.

/** Of all tickets. The oldest are removed first. */
const maxPhotos = 120;
const maxSidePx = 640;
const jpegQuality = 0.7;
const readTimeoutMs = 30_000;

/** A photo, or a picture of a report, which has the id `attachment` and its number. */
export type StoredPhotoId = number | `attachment ${number}`;

export interface PhotoSource {
  id: StoredPhotoId;
  url: string;
  /** of the small version of the service, unless its links could not be read */
  thumbUrl: string | undefined;
}

/**
 * Stores a small version of each photo that has none yet, one after the other, as long as `mayContinue` says so.
 * @param photos the most important first: those beyond the limit are not stored
 */
export async function storePhotos(user: string, photos: readonly PhotoSource[], mayContinue: () => boolean): Promise<void> {
  for (const { id, url, thumbUrl } of photos.slice(0, maxPhotos)) {
    if (!mayContinue()) return;
    if (await readRecord(user, 'photo', id)) continue;
    const small = (thumbUrl && (await readFile(thumbUrl))) || (await readSmall(url));
    if (!small) continue;
    if (currentSession()?.user.id !== user) return;
    if (!(await writeRecords([createRecord(user, 'photo', id, small)]))) return;
  }
}

/** Removes the photos beyond the limit. */
export const trimPhotos = (user: string): Promise<void> =>
  trimRecords(user, 'photo', (_record, position) => position < maxPhotos);

/** @returns undefined when it cannot be read, and for another host, such as that of a bucket: the content security policy forbids it */
async function readFile(link: string): Promise<Blob | undefined> {
  const url = pathOfOwnFile(link);
  if (new URL(url, location.href).origin !== location.origin) return undefined;
  const response = await fetch(url, { signal: AbortSignal.timeout(readTimeoutMs) }).catch(() => undefined);
  return response?.ok ? response.blob().catch(() => undefined) : undefined;
}

/** Makes a small version of a photo. */
async function readSmall(url: string): Promise<Blob | undefined> {
  const file = await readFile(url);
  const bitmap = file && (await createImageBitmap(file).catch(() => undefined));
  if (!bitmap) return undefined;
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
export function useStoredPhoto(photoId: StoredPhotoId, isNeeded: boolean): string | undefined {
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
