import { serviceSettings } from '../../testing/api-fixtures.ts';
import { createDataDir } from '../../testing/postgres.ts';
import { ServiceInstance } from '../../testing/service-instance.ts';
import type { BenchEnvironment } from '../lib/environment.ts';
import type { Plan } from '../lib/statistics.ts';

// From the command to the first answer, with the embedded database: on an empty folder, and again.

export interface Start {
  /** milliseconds, round by round */
  fresh: number[];
  existing: number[];
}

export async function measureStart(environment: BenchEnvironment, { rounds }: Plan): Promise<Start> {
  const found: Start = { fresh: [], existing: [] };
  for (let round = 0; round < rounds; round++) {
    const { dataDir, remove } = createDataDir();
    for (const times of [found.fresh, found.existing]) {
      const service = await ServiceInstance.create({ ...serviceSettings, DATA_DIR: dataDir });
      const began = performance.now();
      await service.start();
      times.push(performance.now() - began);
      await service.stop();
    }
    remove();
  }
  environment.log(`start: new data ${found.fresh.map(Math.round)} ms, existing ${found.existing.map(Math.round)} ms`);
  return found;
}
