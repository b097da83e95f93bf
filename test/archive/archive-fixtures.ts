import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after } from 'node:test';
import { sql } from 'kysely';
import type { Deps } from '../../src/platform/module/deps.ts';
import type { BundleStorage } from '../../src/platform/storage/bundle-storage.ts';
import type { Storage } from '../../src/platform/storage/storage.ts';
import { archive } from '../../src/product/reporting/archive/module.ts';
import { deleteExpiredTickets } from '../../src/product/tickets/retention.ts';
import type { Fixtures } from '../../testing/fixtures.ts';
import { multipartForm, photo } from '../../testing/photo-files.ts';
import { createTicketWithAdditions } from '../../testing/ticket-additions.ts';

export const day = 86_400_000;
const script = join(import.meta.dirname, '../../scripts/verify-archive.mjs');

/** Runs retention as the service does. */
export const runRetention = (deps: Deps): Promise<number> => deleteExpiredTickets(deps, undefined, archive.archiveTickets);

export async function bundleKeys({ deps }: Fixtures, under?: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of deps.storage.bundles.keys(under)) keys.push(key);
  return keys;
}

/** Whether a ticket is there. */
export const exists = async (fixtures: Fixtures, id: number): Promise<boolean> =>
  (await fixtures.call(fixtures.root, 'GET', `/tickets/${id}`)).status === 200;

export interface ClosedTicket {
  id: number;
  photos: Buffer[];
}

/** A closed ticket with two photos, an attachment, a comment and a hand-back. */
export async function closedTicket(fixtures: Fixtures): Promise<ClosedTicket> {
  const { anna, wanda } = fixtures;
  const id = await createTicketWithAdditions(fixtures);
  await fixtures.call(wanda, 'PATCH', `/tickets/${id}/start`);
  const photos = [photo('jpeg', 3000), photo('png', 70_000)];
  for (const bytes of photos) {
    const { body, headers } = multipartForm([{ name: 'Tür "links" /../x.jpg', bytes }]);
    assert.equal((await fixtures.call(wanda, 'POST', `/tickets/${id}/photos`, body, headers)).status, 201);
  }
  for (const [who, operation] of [
    [wanda, 'done'],
    [anna, 'confirm'],
  ] as const)
    assert.equal((await fixtures.call(who, 'PATCH', `/tickets/${id}/${operation}`)).status, 200);
  return { id, photos };
}

/** What was stored is replaced by what `changes` returns. */
export function withBundles({ deps }: Fixtures, changes: (bundles: BundleStorage) => Partial<BundleStorage>): Deps {
  const { bundles } = deps.storage;
  const all: BundleStorage = {
    put: (key, file) => bundles.put(key, file),
    open: (key) => bundles.open(key),
    keys: (under) => bundles.keys(under),
    remove: (key) => bundles.remove(key),
    ...changes(bundles),
  };
  return withStorage(deps, { bundles: all });
}

/** The same, with a storage that has no photo. */
export const withoutPhotos = ({ deps }: Fixtures): Deps => withStorage(deps, { stream: async () => undefined });

function withStorage(deps: Deps, changes: Partial<Storage>): Deps {
  const storage = new Proxy<Storage>(deps.storage, {
    get: (target, name) => {
      const value: unknown = Reflect.get(name in changes ? changes : target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { ...deps, storage };
}

/** A folder that is removed after the tests. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'callout-archive-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** All files below a folder. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .sort();

/** Runs the program that checks an extracted bundle without code of the service. */
export const runScript = (...args: string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr });
    });
  });

/** Executes SQL as the owner of the tables does it who wants to leave no trace. */
export const tamper = (fixtures: Fixtures, statement: ReturnType<typeof sql>): Promise<void> =>
  fixtures.transaction(async (tx) => {
    await sql`alter table ticket_events disable trigger user`.execute(tx);
    await statement.execute(tx);
    await sql`alter table ticket_events enable trigger user`.execute(tx);
  });

export async function pendingDeletions({ db }: Fixtures): Promise<string[]> {
  const rows = await db.read.selectFrom('pending_file_deletions').select('storage_key').execute();
  return rows.map(({ storage_key }) => storage_key).filter((key) => key.startsWith('archive/'));
}
