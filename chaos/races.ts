import { createProjectFixture, serviceSettings, signInAdmin } from '../testing/api-fixtures.ts';
import { photoViolations, violations } from '../testing/invariants.ts';
import { connectPostgres, createDatabase, createDataDir } from '../testing/postgres.ts';
import { Random } from '../testing/seeded-random.ts';
import { startInstances } from '../testing/service-instance.ts';
import { accountRaces, slowRaces } from './lib/account-races.ts';
import { type Outcome, Problems, type Program, type Task } from './lib/program.ts';
import type { RaceHarness } from './lib/race-harness.ts';
import { reassignmentRaces } from './lib/reassignment-races.ts';
import { photoLimit, ticketRaces } from './lib/ticket-races.ts';

/** Every so many rounds the slow races are run, too. */
const slowRacesEvery = 10;

export async function runRaces({ rounds, seed, server, log }: Task): Promise<Outcome> {
  const problems = new Problems();
  const database = await createDatabase(server);
  const { dataDir, remove } = createDataDir();
  const env = { ...serviceSettings, DATABASE_URL: database.url, DATA_DIR: dataDir, PHOTO_MAX_PER_TICKET: String(photoLimit) };
  const instances = await startInstances(3, env);
  const db = await connectPostgres(database.url);
  try {
    const base = instances[0]?.url ?? '';
    const root = await signInAdmin(base);
    const fixture = await createProjectFixture(base, root, 4);
    const harness: RaceHarness = {
      instances,
      db,
      root,
      fixture,
      random: new Random(seed),
      wrong: (what) => problems.add(what),
      requests: 0,
    };
    for (let round = 1; round <= rounds; round++) {
      await runRound(harness, round);
      if (round % slowRacesEvery === 0 || round === rounds) {
        for (const problem of [...(await violations(db)), ...(await photoViolations(db, dataDir))]) problems.add(problem);
        log(`${round} rounds, ${harness.requests} requests, ${problems.all().length} problems`);
      }
    }
    for (const instance of instances) if (!instance.isAlive) problems.add(`an instance has ended: ${instance.output}`);
    const figure = `${rounds} rounds, ${harness.requests} requests over 3 instances, 32 at once: ${problems.all().length} races without exactly the winners they must have`;
    return { figure, problems: problems.all() };
  } finally {
    await db.end();
    await Promise.all(instances.map((instance) => instance.stop()));
    await database.drop();
    remove();
  }
}

async function runRound(harness: RaceHarness, round: number): Promise<void> {
  const races = Object.entries({
    ...ticketRaces,
    ...reassignmentRaces,
    ...accountRaces,
    ...(round % slowRacesEvery === 1 && slowRaces),
  });
  for (const [name, run] of races) {
    try {
      await run(harness);
    } catch (error) {
      harness.wrong(`${name}: ${(error as Error).message}`);
    }
  }
}

export const program: Program = {
  summary: 'every operation that one of many may win, 32 at once over 3 instances: exactly one wins, the journal says so',
  unit: 'each race once, about 1,150 requests',
  rounds: 75,
  run: runRaces,
};
