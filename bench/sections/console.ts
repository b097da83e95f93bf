import { measureAdmin, measurePageChanges } from '../console/admin.ts';
import { measureClient } from '../console/client.ts';
import { Demo } from '../console/demo.ts';
import { emptyFigures, type Figures, figures as measured, type RecordWait } from '../console/figures.ts';
import { measureSlowNetwork } from '../console/slow-network.ts';
import { measureOfflineStart, measureWorker } from '../console/worker.ts';
import type { BenchEnvironment } from '../lib/environment.ts';
import { median, type Plan } from '../lib/statistics.ts';

// How long people wait for the console, in Chromium, with the data of the demo.

export interface Console {
  /** of Chromium */
  browserVersion: string;
  rounds: number;
  figures: Figures;
}

const maxRounds = 5;

export async function measureConsole(environment: BenchEnvironment, plan: Plan): Promise<Console> {
  const { log } = environment;
  const rounds = Math.min(plan.rounds, maxRounds);
  const demo = await Demo.start();
  environment.onRelease(() => demo.stop());
  const figures = emptyFigures();
  const record: RecordWait = (name, waitMs) => void figures[name].push(waitMs);
  for (let round = 1; round <= rounds; round++) {
    await measureClient(demo, round, record);
    await measureWorker(demo, round, record);
    await measureAdmin(demo, round, record);
    await measurePageChanges(demo, record);
    await measureOfflineStart(demo, round, record);
    await measureSlowNetwork(demo, round, record);
  }
  for (const { name, what, targetMs } of measured) {
    log(`${Math.round(median(figures[name]))} ms${targetMs ? `, at most ${targetMs} ms` : ''}: ${what}`);
  }
  return { browserVersion: demo.browserVersion, rounds, figures };
}
