import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { prepareConsole } from '../appliance/console/build.ts';
import { ConfigError, type Environment, loadConfig, processEnvironment } from '../platform/config/config.ts';
import { run } from '../service/run.ts';

// The service on a bare machine, which `npm start` supervises (src/cli/supervise.ts). What a person would have to think up
// is written to .env once; the environment wins over that file.

const file = '.env';
/** Set when the supervisor restarts the service after a crash. */
const isRestart = process.argv.includes('--restarted');

exitWithSupervisor();
const fresh = !existsSync(file);
if (fresh) writeFileSync(file, freshSettings(), { mode: 0o600, flag: 'wx' });
const settings: Environment = { ...parseEnv(readFileSync(file, 'utf8')), ...processEnvironment() };
try {
  const config = loadConfig(settings);
  prepareConsole();
  const service = await run(config);
  if (service) process.send?.('ready');
  if (service && !isRestart) welcome(service.port, config.swagger);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(`callout: ${error.message}`);
  process.exitCode = 1;
}

/**
 * A supervisor that was killed cannot stop the service, so it ends at once as if it had been killed itself: the next
 * start finds the port free and adopts the embedded database.
 */
function exitWithSupervisor(): void {
  if (process.connected === undefined) return;
  if (!process.connected) process.exit(1);
  process.on('disconnect', () => process.exit(1));
  // The channel alone must not keep a service alive whose start has failed.
  process.channel?.unref();
}

function freshSettings(): string {
  return [
    '# Written by the first `npm start`. All settings: .env.example',
    `JWT_SECRET=${randomBytes(32).toString('base64url')}`,
    `DATA_ENCRYPTION_KEY=${randomBytes(32).toString('base64')}`,
    'ADMIN_EMAIL=admin@callout.localhost',
    `ADMIN_PASSWORD=${randomBytes(12).toString('base64url')}-a1`,
    'SWAGGER=true',
    '',
  ].join('\n');
}

/** The login is shown once, by the start that made it; later it stands in .env only. */
function welcome(port: number, swagger: boolean): void {
  const lines = ['', `  Callout            http://localhost:${port}/app/`];
  if (swagger) lines.push(`  API description    http://localhost:${port}/swagger/index.html`);
  if (fresh)
    lines.push(
      '',
      `  Admin              ${settings['ADMIN_EMAIL']}`,
      `  Password           ${settings['ADMIN_PASSWORD']}`,
      `  (kept in ${file})`,
    );
  console.log([...lines, ''].join('\n'));
}
