import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import pino from 'pino';
import { auditFiles, removeDoomedFiles } from '../src/jobs/files.ts';
import type { Storage } from '../src/storage/storage.ts';
import { World } from './world.ts';

// Files whose storage is away for long. What goes right is tested in test/photos.

const world = await World.create();
const minute = 60_000;

it('a file that the storage does not let go of is tried ever more seldom, and for a day', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
  const attempts: number[] = [];
  const storage = Object.create(world.deps.storage) as Storage;
  storage.remove = async () => {
    attempts.push(world.now.getTime());
    throw new Error('the storage is away');
  };
  const doomed = () => world.db.read.selectFrom('doomed_files').select('storage_key').execute();
  await world.write((tx) => tx.insertInto('doomed_files').values({ storage_key: 'f00d', remove_after: world.now }).execute());

  for (let i = 0; i < 30 * 60 && (await doomed()).length > 0; i++) {
    await removeDoomedFiles({ ...world.deps, storage, log });
    world.pass(minute);
  }
  const waits = attempts.slice(1).map((at, i) => (at - (attempts[i] ?? 0)) / minute);
  assert.deepEqual(waits.slice(0, 8), [1, 2, 4, 8, 16, 32, 60, 60]);
  const tried = ((attempts.at(-1) ?? 0) - (attempts[0] ?? 0)) / minute;
  assert(tried >= 24 * 60 && tried < 25 * 60, String(tried));
  assert.match(lines.at(-1) ?? '', /"level":50.*the storage is away.*could not be removed for 24 hours/);
  const { values } = await world.deps.metrics.filesRemoved.get();
  assert.equal(values.find(({ labels }) => labels.outcome === 'given_up')?.value, 1);
});

it('as many files as there are without a photo are found at once', async () => {
  const storage = Object.create(world.deps.storage) as Storage;
  const many = 40_000; // more than one statement can name
  storage.keys = async function* () {
    for (let i = 0; i < many; i++) yield i.toString(16).padStart(32, '0');
  };
  const { orphans } = await auditFiles({ ...world.deps, storage });
  assert.equal(orphans.length, many);
  const { n } = await world.db.read.selectFrom('doomed_files').select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow();
  assert.equal(n, many);
});
