import { createProjectFixture } from '../testing/api-fixtures.ts';
import { Deployment } from './lib/deployment.ts';
import type { Program } from './lib/program.ts';
import { accountRaces, slowRaces } from './races/accounts.ts';
import { concurrentRequests, RaceTrack } from './races/race.ts';
import { photoLimit, ticketRaces } from './races/tickets.ts';

/** Every so many rounds the slow races are run, too. */
const slowRacesEvery = 10;

export const program: Program = {
  summary: `every operation that one of many may win, ${concurrentRequests} at once over 3 instances: exactly one wins, the journal says so`,
  unit: 'each race once, about 1,150 requests',
  rounds: 75,
  run: ({ rounds, log, ...task }) =>
    Deployment.run(task, { instances: 3, env: { PHOTO_MAX_PER_TICKET: String(photoLimit) } }, async (deployment) => {
      const { service, root, problems } = deployment;
      const track = new RaceTrack(deployment, await createProjectFixture(service.url, root, 4));
      for (let round = 1; round <= rounds; round++) {
        const isSlow = round % slowRacesEvery === 1;
        for (const [name, race] of Object.entries({ ...ticketRaces, ...accountRaces, ...(isSlow && slowRaces) }))
          await race(track).catch((error) => problems.add(`${name}: ${error.message}`));
        if (!isSlow) continue;
        await deployment.check(`round ${round}`);
        log(`${round} rounds, ${track.requests} requests, ${problems.count} problems`);
      }
      return `${rounds} rounds, ${track.requests} requests over 3 instances, ${concurrentRequests} at once`;
    }),
};
