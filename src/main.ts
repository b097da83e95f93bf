import { keepCompiled } from './lib/keep-compiled.ts';

// `npm run serve`: the service from the environment alone.
keepCompiled(); // before anything large is loaded
const { ConfigError, loadConfig, processEnvironment } = await import('./config.ts');
const { run } = await import('./run.ts');
try {
  const settings = processEnvironment();
  await run(loadConfig(settings), settings);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(`callout: ${error.message}`);
  process.exitCode = 1;
}
