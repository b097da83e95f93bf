import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file that marks the folder of a demo. */
interface Marker {
  jwtSecret: string;
  /** when the data was complete; absent after an interrupted start */
  seededAt?: string;
}

const markerName = 'callout-demo.json';

/** The folder of the demo: an empty one is marked before anything is written into it, any other is refused. */
export class DemoFolder {
  readonly path: string;
  #marker: Marker;

  /** @throws when the folder holds something that is not the demo's */
  constructor(path: string) {
    this.path = path;
    const file = join(path, markerName);
    if (existsSync(file)) {
      this.#marker = JSON.parse(readFileSync(file, 'utf8'));
      return;
    }
    if (existsSync(path) && readdirSync(path).length > 0) {
      throw new Error(`${path} holds data that is not the demo's: set DEMO_DATA to another folder`);
    }
    // The embedded server may run as another user, who must be able to pass through the folder.
    mkdirSync(path, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    this.#marker = { jwtSecret: randomBytes(32).toString('base64url') };
    this.#write();
  }

  get jwtSecret(): string {
    return this.#marker.jwtSecret;
  }

  get isSeeded(): boolean {
    return this.#marker.seededAt !== undefined;
  }

  /** Removes the photos of an interrupted start. */
  removePhotos(): void {
    for (const name of ['photos', 'uploads']) rmSync(join(this.path, name), { recursive: true, force: true });
  }

  /** Marks the data as complete. */
  markSeeded(now: Date): void {
    this.#marker = { ...this.#marker, seededAt: now.toISOString() };
    this.#write();
  }

  #write(): void {
    writeFileSync(join(this.path, markerName), `${JSON.stringify(this.#marker)}\n`, { mode: 0o600 });
  }
}
