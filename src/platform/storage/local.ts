import { randomBytes } from 'node:crypto';
import { access, constants, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { isBundleKey } from './bundle-storage.ts';
import { type LinkKeys, LinkSigner } from './link-signer.ts';
import { LocalBundles } from './local-bundles.ts';
import { fsyncPath, moveFile, partOf } from './move-file.ts';
import { type FileKind, keyOf, type LinkedFile, type SpooledFile, type Storage, type StoredFile, thumbName } from './storage.ts';

interface Options extends LinkKeys {
  dataDir: string;
  /** lifetime of links */
  linkTtlMs: number;
}

/** The root of all photos. */
export const photosFolder = (dataDir: string): string => resolve(dataDir, 'photos');

/** A file in the folder of photos from a restore of its photos until the restore of the database. */
export const restoringMark = '.restoring';

type LocalFile = Pick<StoredFile, 'kind' | 'id'>;

/** Where the service answers the file. */
const pathOf = ({ kind, id }: LocalFile): string => (kind === 'photo' ? `/files/${id}` : `/ext/${kind}s/${id}/file`);

/** What the link to a file permits to read. */
const linkSubject = ({ kind, id }: LocalFile): number | string => (kind === 'photo' ? id : `${kind} ${id}`);

/** Stores photos as files under DATA_DIR/photos, which are read through signed links. */
export class LocalStorage implements Storage {
  /** the root of all photos */
  readonly folder: string;
  readonly bundles: LocalBundles;
  readonly #links: LinkSigner;

  constructor({ dataDir, linkTtlMs, ...keys }: Options) {
    this.#links = new LinkSigner(keys, linkTtlMs);
    this.folder = photosFolder(dataDir);
    this.bundles = new LocalBundles(dataDir);
  }

  /** The path of a file relative to the root, in a subfolder by the first characters of its key. */
  nameOf(key: string): string {
    return join(key.slice(0, 2), key);
  }

  async put(key: string, file: SpooledFile): Promise<void> {
    const path = join(this.folder, this.nameOf(key));
    const created = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    if (created) await fsyncPath(this.folder);
    await moveFile(file.path, path);
    await fsyncPath(dirname(path));
  }

  read(key: string): Promise<Buffer | undefined> {
    return unlessMissing(readFile(join(this.folder, this.nameOf(key))));
  }

  async stream(key: string): Promise<Readable | undefined> {
    const file = await unlessMissing(open(join(this.folder, this.nameOf(key))));
    return file?.createReadStream();
  }

  readThumb(key: string): Promise<Buffer | undefined> {
    return unlessMissing(readFile(thumbName(join(this.folder, this.nameOf(key)))));
  }

  /** Requests and instances may write the same file at the same time: each writes a partial file of its own and renames it. */
  async putThumb(key: string, bytes: Buffer): Promise<void> {
    const path = thumbName(join(this.folder, this.nameOf(key)));
    const part = partOf(`${path}.${randomBytes(8).toString('hex')}`);
    try {
      await writeFile(part, bytes, { flag: 'wx', mode: 0o600, flush: true });
      await rename(part, path);
    } catch (error) {
      await rm(part, { force: true }).catch(() => {}); // the first error is the cause
      throw error;
    }
  }

  /** Deletes partial files too, which a killed process may have left. */
  async remove(key: string): Promise<void> {
    if (isBundleKey(key)) return this.bundles.remove(key);
    const folder = dirname(join(this.folder, this.nameOf(key)));
    const names = (await unlessMissing(readdir(folder))) ?? [];
    for (const name of names) {
      if (name === key || name.startsWith(`${key}.`)) await rm(join(folder, name), { force: true });
    }
  }

  async linkTo(file: LinkedFile, now: Date, base: string): Promise<string> {
    return `${base}${pathOf(file)}?${this.#links.sign(linkSubject(file), now).query}`;
  }

  /** Whether the signature of a link to a file is valid. @param expires Unix seconds, which are not checked */
  isSigned(file: LocalFile, expires: number, signature: string): boolean {
    return this.#links.isSigned(linkSubject(file), expires, signature);
  }

  async linkPrefix(): Promise<undefined> {}

  async *keys(kind: FileKind = 'photo'): AsyncIterable<string> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    for (const entry of await readdir(this.folder, { recursive: true, withFileTypes: true })) {
      const key = keyOf(entry.name, kind);
      if (entry.isFile() && key && entry.parentPath === join(this.folder, key.slice(0, 2))) yield key;
    }
  }

  async prepare(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await fsyncPath(dirname(this.folder));
    await rm(join(this.folder, restoringMark), { force: true }); // the restored photos are in use now
  }

  async check(): Promise<void> {
    const mode = constants.R_OK | constants.W_OK | constants.X_OK;
    await access(this.folder, mode).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      await access(dirname(this.folder), mode); // the first upload creates the folder
    });
  }
}

/** @returns undefined when there is no such file or folder */
function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  return reading.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
