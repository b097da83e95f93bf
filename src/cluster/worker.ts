import { ConfigError, loadConfig, processEnvironment } from '../config.ts';
import { shareHashing } from '../lib/passwords.ts';
import { createLog } from '../log.ts';
import { openMetrics } from '../metrics.ts';
import { live } from '../run.ts';
import { serve } from '../service.ts';
import type { Message } from './messages.ts';
import { answerCensus, censusReader } from './metrics.ts';

// One of the processes that primary.ts starts; its number is the argument. It ends with the primary.

// Elsewhere one process takes all connections and hands them round.
const canSharePort = process.platform === 'linux';

const send = (message: Message): void => {
  process.send?.(message, undefined, undefined, () => {}); // the primary may be gone
};
const number = Number(process.argv[2]);
try {
  const config = loadConfig(processEnvironment());
  shareHashing(config.webConcurrency);
  const log = createLog(config.logLevel).child({ worker: number });
  const metrics = openMetrics();
  answerCensus(metrics.registry, send);
  const share = {
    background: number === 1,
    sharesPort: canSharePort,
    metrics: { ...metrics, read: censusReader(send) },
  };
  const service = await live(log, () => serve(config, { connectionString: config.databaseUrl }, log, share));
  if (service) send({ type: 'ready' });
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(`callout: ${error.message}`);
  process.exitCode = 1;
}
