import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What tells a folder of the demo from every other. */
interface Note {
  jwtSecret: string;
  /** when the city was finished; absent: its building was cut off */
  built?: string;
}

const nameOfNote = 'callout-demo.json';

/** The folder of the demo: an empty one is marked before anything is put into it, any other is refused. */
export class DemoFolder {
  readonly path: string;
  #note: Note;

  /** @throws when the folder holds something that is not the demo's */
  constructor(path: string) {
    this.path = path;
    const file = join(path, nameOfNote);
    if (existsSync(file)) {
      this.#note = JSON.parse(readFileSync(file, 'utf8'));
      return;
    }
    if (existsSync(path) && readdirSync(path).length > 0) {
      throw new Error(`${path} holds data that is not the demo's: set DEMO_DATA to another folder`);
    }
    // The embedded server may run as another user, who walks through the folder.
    mkdirSync(path, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    this.#note = { jwtSecret: randomBytes(32).toString('base64url') };
    this.#write();
  }

  get jwtSecret(): string {
    return this.#note.jwtSecret;
  }

  get isBuilt(): boolean {
    return this.#note.built !== undefined;
  }

  /** Takes away the photos of a city that was not finished. */
  clear(): void {
    for (const name of ['photos', 'uploads']) rmSync(join(this.path, name), { recursive: true, force: true });
  }

  finish(now: Date): void {
    this.#note = { ...this.#note, built: now.toISOString() };
    this.#write();
  }

  #write(): void {
    writeFileSync(join(this.path, nameOfNote), `${JSON.stringify(this.#note)}\n`, { mode: 0o600 });
  }
}
