import { rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { prepareConsole } from '../appliance/console/build.ts';
import { type DemoMarker, openDemoFolder, writeMarker } from '../appliance/demo/demo-folder.ts';
import { demoLogins, demoPassword } from '../appliance/demo/fixtures.ts';
import { seedDemo } from '../appliance/demo/seed.ts';
import { type DemoLanguage, demoLanguages } from '../appliance/demo/text.ts';
import { type Config, type Environment, loadConfig, processEnvironment } from '../platform/config/config.ts';
import { createLog } from '../platform/config/log.ts';
import { connectDatabase, migrateDatabase } from '../service/connect-database.ts';
import { openDeps } from '../service/deps.ts';
import { runService } from '../service/run.ts';
import type { Command } from './command.ts';

/** Anything else that is set for a real service (database, bucket, mail, bots) is ignored. */
const usedSettings = [
  'HOST',
  'PORT',
  'PUBLIC_URL',
  'POSTGRES_BIN',
  'LOG_LEVEL',
  'PATH',
  'TRUSTED_PROXIES',
  'WEBHOOK_ALLOWED_HOSTS',
];

const defaultFolders: Record<DemoLanguage, string> = { en: './data/demo', de: './data/demo-de' };

export const command: Command = {
  summary: 'Runs the service with demo data, in a folder of its own.',
  details: 'Its passwords are known to everybody, so it listens on 127.0.0.1 unless HOST says otherwise.',
  run: async () => {
    const env = processEnvironment();
    const language = readLanguage(env['DEMO_LANGUAGE'] || 'en');
    const folder = env['DEMO_DATA'] || defaultFolders[language];
    const marker = openDemoFolder(folder, language);
    const settings: Environment = {
      HOST: '127.0.0.1',
      SWAGGER: 'true',
      TICKET_RETENTION_DAYS: '0', // otherwise the demo would lose its closed tickets
      LOG_LEVEL: 'warn',
      ...Object.fromEntries(usedSettings.filter((name) => env[name]).map((name) => [name, env[name]])),
      JWT_SECRET: marker.jwtSecret,
      DATA_ENCRYPTION_KEY: marker.dataEncryptionKey,
      DATA_DIR: folder,
    };
    const config = loadConfig(settings);
    if (!marker.seededAt) await seed(config, marker);
    prepareConsole();
    const service = await runService(config);
    if (service) printWelcome(service.port, folder, language);
  },
};

async function seed(config: Config, marker: DemoMarker): Promise<void> {
  console.log('callout: creating the demo data, which takes some seconds');
  const log = createLog('error');
  const connection = await connectDatabase(config, log);
  try {
    await removeIncomplete(connection.owner, config.dataDir);
    await migrateDatabase(connection, log);
    const deps = await openDeps(config, connection.config, log);
    try {
      await deps.storage.check();
      const now = deps.clock();
      await seedDemo(deps, now, marker.language);
      writeMarker(config.dataDir, { ...marker, seededAt: now.toISOString() });
    } finally {
      await deps[Symbol.asyncDispose]();
    }
  } finally {
    await connection[Symbol.asyncDispose]();
  }
}

/** Removes the data of an interrupted start. */
async function removeIncomplete(database: pg.ClientConfig, dataDir: string): Promise<void> {
  const client = new pg.Client(database);
  await client.connect();
  await client.query('drop schema public cascade; create schema public');
  await client.end();
  for (const name of ['photos', 'uploads']) rmSync(join(dataDir, name), { recursive: true, force: true });
}

/** @throws for a language that the demo does not have */
function readLanguage(value: string): DemoLanguage {
  const language = demoLanguages.find((one) => one === value);
  if (!language) throw new Error(`DEMO_LANGUAGE is ${value}: set it to ${demoLanguages.join(' or ')}`);
  return language;
}

const otherLanguageHints: Record<DemoLanguage, string> = {
  en: 'The same in German: with DEMO_LANGUAGE=de',
  de: 'The same in English: without DEMO_LANGUAGE',
};

function printWelcome(port: number, folder: string, language: DemoLanguage): void {
  const roles = Object.entries(demoLogins).map(([role, email]) => `  ${role.padEnd(8)}${email}`);
  const lines = [
    '',
    `  Callout, the demo  http://localhost:${port}/app/`,
    '',
    ...roles,
    `  password of all:  ${demoPassword}`,
    '',
    `  The data is in ${folder}; without that folder the next start creates it anew.`,
    `  ${otherLanguageHints[language]}`,
    '',
  ];
  console.log(lines.join('\n'));
}
