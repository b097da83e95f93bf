import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { prepareConsole } from '../appliance/console/build.ts';
import { loadConfig, processEnvironment, settingsFile } from '../platform/config/config.ts';
import { configuredBaseUrl } from '../platform/http/public-url.ts';
import { generatePassword } from '../platform/security/passwords.ts';
import { runService } from '../service/run.ts';
import type { Command } from './command.ts';
import { supervise } from './supervise.ts';

export const command: Command = {
  summary: 'Runs the service on a bare machine: writes .env, starts a database of its own, and restarts after a crash.',
  flags: {
    unsupervised: 'runs the service in this process, without a restart after a crash',
    restarted: 'does not print the address and the login again',
  },
  run: async ({ flags }) => {
    if (!flags.has('unsupervised')) return supervise();
    exitWithSupervisor();
    const isNew = !existsSync(settingsFile);
    if (isNew) writeFileSync(settingsFile, generateSettings(), { mode: 0o600, flag: 'wx' });
    const settings = { ...parseEnv(readFileSync(settingsFile, 'utf8')), ...processEnvironment() };
    const config = loadConfig(settings);
    prepareConsole();
    const service = await runService(config);
    if (service) {
      process.send?.('ready');
      const admin = isNew ? { email: settings['ADMIN_EMAIL'], password: settings['ADMIN_PASSWORD'] } : undefined;
      if (!flags.has('restarted')) printWelcome(configuredBaseUrl({ ...config, port: service.port }), config.swagger, admin);
    }
    return undefined;
  },
};

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
    '# Written by the first start. All settings: .env.example',
    `JWT_SECRET=${randomBytes(32).toString('base64url')}`,
    `DATA_ENCRYPTION_KEY=${randomBytes(32).toString('base64')}`,
    'ADMIN_EMAIL=admin@callout.localhost',
    `ADMIN_PASSWORD=${generatePassword()}`,
    'SWAGGER=true',
    '',
  ].join('\n');
}

/** Prints the address, and the first admin if this start has created it; the password on a terminal only, because logs are kept. */
function printWelcome(
  baseUrl: string,
  swagger: boolean,
  admin: Record<'email' | 'password', string | undefined> | undefined,
): void {
  const lines = ['', `  Callout            ${baseUrl}/app/`];
  if (swagger) lines.push(`  API description    ${baseUrl}/swagger/index.html`);
  if (admin) lines.push('', `  Admin              ${admin.email}`);
  if (admin && process.stdout.isTTY) lines.push(`  Password           ${admin.password}`, `  (kept in ${settingsFile})`);
  else if (admin) lines.push(`  Password           ADMIN_PASSWORD in ${settingsFile}`);
  console.log([...lines, ''].join('\n'));
}
