import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { createLog } from './log.ts';
import { type Service, startService } from './service.ts';

const shortestGoodSecret = 32;

/** The life of the process: start, serve until a signal, stop. Any failure ends it with one line. */
export async function run(config: Config): Promise<Service | undefined> {
  const log = createLog(config.logLevel);
  if ([...config.jwtSecret].length < shortestGoodSecret) {
    log.warn(`JWT_SECRET is shorter than ${shortestGoodSecret} characters: choose a longer one`);
  }
  let service: Service | undefined;
  let signal: string | undefined;
  const onSignal = (name: string): void => {
    if (signal) return;
    signal = name;
    // Before the service is up there is nothing to drain; the check below sees the signal.
    if (service) void stop(service, log, name);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  try {
    service = await startService(config, log, (error) => fail(log, error));
  } catch (error) {
    fail(log, error as Error);
    return undefined;
  }
  if (signal) {
    await stop(service, log, signal);
    return undefined;
  }
  return service;
}

async function stop(service: Service, log: Logger, signal: string): Promise<void> {
  log.info({ signal }, 'stopping');
  await service.stop();
  log.info('stopped');
  process.exit(0);
}

function fail(log: Logger, error: Error): void {
  log.debug({ err: error }, 'failed');
  console.error(`callout: ${error.message}`);
  process.exit(1);
}
