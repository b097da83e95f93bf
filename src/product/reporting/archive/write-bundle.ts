import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { serviceKey } from '../../../platform/lib/fair-queue-contention.ts';
import type { Deps } from '../../../platform/module/deps.ts';
import { bundleKey } from '../../../platform/storage/bundle-storage.ts';
import { TaskEnded, TaskFailed } from '../../../platform/threads/thread-task.ts';
import { collectJobSheet } from '../job-sheet/collect-job-sheet.ts';
import { renderJobSheet } from '../job-sheet/render-job-sheet.ts';
import { type BundledFile, BundleWriter } from './bundle-writer.ts';
import {
  type ArchivedTicket,
  type BundleManifest,
  formatVersion,
  jobSheetName,
  manifestName,
  ticketFolder,
  ticketName,
} from './format.ts';
import { readJournal, readTicket, readVersions, type SourceFile } from './read-ticket.ts';

export type WriteDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'storage' | 'metrics' | 'jobs' | 'log'>;

/** Tickets of one project that were closed in the same month. */
export interface BundlePlan {
  projectId: number;
  month: string;
  ids: readonly number[];
  /** of their photos and attachments */
  bytes: number;
}

/** A complete bundle on the local disk. */
export interface WrittenBundle {
  key: string;
  path: string;
  sizeBytes: number;
  manifestHash: string;
  /** the versions of the tickets in it, by id */
  versions: ReadonlyMap<number, string>;
}

/**
 * Writes a bundle into a folder. Tickets are read one after the other, and their journals and files are streamed, so memory holds one
 * ticket without them.
 * @param stopping ends it between two files
 * @returns undefined when none of the tickets is left; throws when the storage does not answer, and leaves no file then
 */
export async function writeBundle(
  deps: WriteDeps,
  plan: BundlePlan,
  folder: string,
  stopping: AbortSignal,
): Promise<WrittenBundle | undefined> {
  // Before anything else is read: a change after that gives the ticket another version.
  const versions = await readVersions(deps.db.read, plan.ids);
  if (versions.size === 0) return undefined;
  const path = join(folder, `${randomBytes(16).toString('hex')}.zip`);
  const now = deps.clock();
  const writer = new BundleWriter(path, now);
  try {
    const contents = new Contents(deps, writer, stopping);
    for (const id of versions.keys()) if (!(await contents.addTicket(id))) versions.delete(id);
    if (!contents.project) {
      await writer.discard();
      return undefined;
    }
    const manifest: BundleManifest = {
      format: formatVersion,
      id: randomBytes(16).toString('hex'),
      project: contents.project,
      month: plan.month,
      created_at: now.toISOString(),
      tickets: [...versions.keys()],
      files: contents.files,
      missing: contents.missing,
    };
    const text = json(manifest);
    await writer.add(manifestName, [text]);
    const manifestHash = createHash('sha256').update(text).digest('hex');
    const [firstTicketId = 0] = versions.keys();
    const key = bundleKey({ ...plan, firstTicketId, manifestHash: manifestHash.slice(0, 32) });
    return { key, path, sizeBytes: await writer.finish(), manifestHash, versions };
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);

/** A ticket as JSON, whose journal is read while it is written. */
async function* ticketJson(
  ticket: Omit<ArchivedTicket, 'journal'>,
  journal: AsyncIterable<ArchivedTicket['journal']>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(JSON.stringify(ticket, null, 1).replace(/\n\}$/, ',\n "journal": ['));
  let separator = '\n  ';
  for await (const entries of journal) {
    yield Buffer.from(separator + entries.map((entry) => JSON.stringify(entry)).join(',\n  '));
    separator = ',\n  ';
  }
  yield Buffer.from('\n ]\n}\n');
}

/** What is in the bundle so far. */
class Contents {
  readonly files: BundledFile[] = [];
  readonly missing: string[] = [];
  /** of the tickets, with its present name */
  project: BundleManifest['project'] | undefined;
  readonly #deps: WriteDeps;
  readonly #writer: BundleWriter;
  readonly #stopping: AbortSignal;

  constructor(deps: WriteDeps, writer: BundleWriter, stopping: AbortSignal) {
    this.#deps = deps;
    this.#writer = writer;
    this.#stopping = stopping;
  }

  /** @returns whether the ticket is still there */
  async addTicket(id: number): Promise<boolean> {
    this.#stopping.throwIfAborted();
    const record = await readTicket(this.#deps.db.read, id);
    if (!record) return false;
    this.project = record.ticket.project;
    const ticket: Omit<ArchivedTicket, 'journal'> = {
      ...record.ticket,
      photos: await this.#addFiles(id, record.photos),
      attachments: await this.#addFiles(id, record.attachments),
    };
    const content = ticketJson(ticket, readJournal(this.#deps.db.read, id));
    this.files.push(await this.#writer.add(`${ticketFolder(id)}${ticketName}`, content));
    await this.#addJobSheet(id);
    return true;
  }

  async #addFiles<T extends SourceFile>(ticketId: number, sources: readonly T[]) {
    const added: (Omit<T, keyof SourceFile> & Pick<ArchivedTicket['photos'][number], 'file' | 'sha256'>)[] = [];
    for (const { storageKey, file, ...facts } of sources) {
      this.#stopping.throwIfAborted();
      const name = ticketFolder(ticketId) + file;
      const content = await this.#deps.storage.stream(storageKey);
      if (content) {
        const { sha256, ...rest } = await this.#writer.add(name, content, true);
        this.files.push({ ...rest, sha256 });
        added.push({ ...facts, file, sha256 });
      } else {
        this.#deps.log.error({ ticket: ticketId, file }, 'the file of an archived ticket is missing');
        this.missing.push(name);
        added.push({ ...facts, file: null, sha256: null });
      }
    }
    return added;
  }

  /** A job sheet that cannot be rendered does not keep its ticket: all that it shows is in ticket.json and in the photos. */
  async #addJobSheet(ticketId: number): Promise<void> {
    this.#stopping.throwIfAborted();
    const { clock, log } = this.#deps;
    const name = `${ticketFolder(ticketId)}${jobSheetName}`;
    const caller = { key: serviceKey };
    const options = { ticketId, language: 'en', timezone: 'UTC', now: clock(), caller, showsCosts: true } as const;
    const sheet = await collectJobSheet(this.#deps, options);
    try {
      this.files.push(await this.#writer.add(name, [Buffer.from(await renderJobSheet(sheet, options.caller))], true));
    } catch (error) {
      if (!(error instanceof TaskEnded || error instanceof TaskFailed)) throw error;
      log.error({ ticket: ticketId, reason: error.message }, 'the job sheet of an archived ticket could not be rendered');
      this.missing.push(name);
    }
  }
}
