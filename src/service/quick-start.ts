import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { prepareConsole } from '../appliance/console/build.ts';
import { loadConfig, processEnvironment, settingsFile } from '../platform/config/config.ts';
import { runService } from './run.ts';

/**
 * Runs the service on a bare machine: settings that a person would have to think up are written to .env once. The
 * environment takes precedence over that file.
 */
export async function runQuickStart({ isRestart }: { isRestart: boolean }): Promise<void> {
  exitWithSupervisor();
  const isNew = !existsSync(settingsFile);
  if (isNew) writeFileSync(settingsFile, generateSettings(), { mode: 0o600, flag: 'wx' });
  const settings = { ...parseEnv(readFileSync(settingsFile, 'utf8')), ...processEnvironment() };
  const config = loadConfig(settings);
  prepareConsole();
  const service = await runService(config);
  if (!service) return;
  process.send?.('ready');
  const admin = isNew ? { email: settings['ADMIN_EMAIL'], password: settings['ADMIN_PASSWORD'] } : undefined;
  if (!isRestart) printWelcome(service.port, config.swagger, admin);
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

function generateSettings(): string {
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

/** The login is shown by the start that made it only; later it stands in .env. */
function printWelcome(port: number, swagger: boolean, admin: Record<'email' | 'password', string | undefined> | undefined): void {
  const lines = ['', `  Callout            http://localhost:${port}/app/`];
  if (swagger) lines.push(`  API description    http://localhost:${port}/swagger/index.html`);
  if (admin) {
    lines.push(
      '',
      `  Admin              ${admin.email}`,
      `  Password           ${admin.password}`,
      `  (kept in ${settingsFile})`,
    );
  }
  console.log([...lines, ''].join('\n'));
}
