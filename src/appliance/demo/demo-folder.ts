import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoLanguage } from './text.ts';

/** What the file that marks the folder of a demo contains. */
export interface DemoMarker {
  jwtSecret: string;
  /** base64, for two-factor authentication and Web Push */
  dataEncryptionKey: string;
  language: DemoLanguage;
  /** when the data was complete; absent after an interrupted start */
  seededAt?: string;
}

const markerIn = (folder: string): string => join(folder, 'callout-demo.json');

/**
 * Opens the folder of the demo; an empty one is marked before anything is written into it.
 * @throws when the folder holds something that is not the demo's, or the demo in another language
 */
export function openDemoFolder(folder: string, language: DemoLanguage): DemoMarker {
  if (existsSync(markerIn(folder))) {
    const marker: DemoMarker = JSON.parse(readFileSync(markerIn(folder), 'utf8'));
    if (marker.language === language) return marker;
    throw new Error(`${folder} holds the demo in another language: delete it, or set DEMO_DATA to another folder`);
  }
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Error(`${folder} holds data that is not the demo's: set DEMO_DATA to another folder`);
  }
  // The embedded server may run as another user, who must be able to pass through the folder.
  mkdirSync(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const marker = {
    jwtSecret: randomBytes(32).toString('base64url'),
    dataEncryptionKey: randomBytes(32).toString('base64'),
    language,
  };
  writeMarker(folder, marker);
  return marker;
}

/** Writes the marker, at last with the time when the data was complete. */
export function writeMarker(folder: string, marker: DemoMarker): void {
  writeFileSync(markerIn(folder), `${JSON.stringify(marker)}\n`, { mode: 0o600 });
}
