import { ConfigError, loadConfig, processEnvironment } from '../platform/config/config.ts';
import { run } from '../service/run.ts';

// `npm run serve`: the service from the environment alone.
try {
  await run(loadConfig(processEnvironment()));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(`callout: ${error.message}`);
  process.exitCode = 1;
}
