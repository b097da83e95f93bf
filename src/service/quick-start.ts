import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { prepareConsole } from '../appliance/console/build.ts';
import { loadConfig, processEnvironment, settingsFile } from '../platform/config/config.ts';
import { runService } from './run.ts';

/** Runs the service with generated settings, which the first start writes to .env. The environment overrides that file. */
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
 * Ends the process at once when its supervisor was killed, which can no longer stop it. The next start finds the port free
 * and adopts the embedded server.
 */
function exitWithSupervisor(): void {
  if (process.connected === undefined) return;
  if (!process.connected) process.exit(1);
  process.on('disconnect', () => process.exit(1));
  // The IPC channel would keep the process alive after a failed start.
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

/** Prints the address, and the first admin if this start has created it. */
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
