import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { setGlobalProxyFromEnv } from 'node:http';
import { join } from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { Value } from 'typebox/value';
import { applyStoredSettings } from '../appliance/settings/stored.ts';
import { checkMailServer } from '../outbound/mail/transport.ts';
import { BotApi } from '../outbound/messenger/bot-api.ts';
import type { Config } from '../platform/config/config.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { countMissing } from '../platform/database/migrate.ts';
import { systemClock } from '../platform/lib/clock.ts';
import { seconds } from '../platform/lib/duration.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { About } from '../platform/system/schemas.ts';
import { readDiskSpace } from '../product/photos/disk-space.ts';
import { spoolFolder } from '../product/photos/receive-upload.ts';
import { attachDatabase } from '../service/connect-database.ts';
import { warnAboutSettings } from '../service/run.ts';
import { type Command, commandContext, exitCodes } from './command.ts';

const timeoutMs = seconds(10);
/** Signed requests to a bucket and one-time codes fail with clocks that differ by minutes. */
const maxClockDifferenceMs = seconds(30);

/** @returns what is right; undefined: it is not configured @throws Error with what is wrong and what to do */
type Check = (config: Config) => Promise<string | undefined>;

const checks: Readonly<Record<string, Check>> = {
  // First: it reads what is stored of the settings.
  database: checkDatabase,
  settings: checkSettings,
  disk: checkDisk,
  storage: checkStorage,
  mail: checkMail,
  messenger: checkMessenger,
  address: checkAddress,
};

export const command: Command = {
  summary: 'Checks settings, database, disk, storage, mail, messenger and address, and says what to do about each.',
  details: 'While the service runs or not. Sends no mail and no message. Exits with 1 when something is wrong.',
  run: async () => {
    const { config } = commandContext();
    if (config.proxy) setGlobalProxyFromEnv({ ...config.proxy });
    let hasFailed = false;
    for (const [name, check] of Object.entries(checks)) {
      const [mark, line] = await resultOf(check, config);
      hasFailed ||= mark === 'FAILED';
      console.log(`${mark.padEnd(7)} ${name.padEnd(10)} ${line}`);
    }
    return hasFailed ? exitCodes.failed : 0;
  },
};

async function resultOf(check: Check, config: Config): Promise<['ok' | 'off' | 'FAILED', string]> {
  try {
    const line = await check(config);
    return line === undefined ? ['off', 'not configured'] : ['ok', line];
  } catch (error) {
    const { message, name } = error as Error;
    return ['FAILED', message || name];
  }
}

async function checkSettings(config: Config): Promise<string> {
  const warnings: string[] = [];
  warnAboutSettings(config, { warn: (text) => warnings.push(text) });
  if (warnings.length > 0) throw new Error(warnings.join('; '));
  return config.dataEncryptionKey
    ? 'complete'
    : 'complete; without DATA_ENCRYPTION_KEY nobody can connect a bot or get push notifications';
}

async function checkDatabase(config: Config): Promise<string> {
  const silent = pino({ level: 'silent' });
  const connection = await attachDatabase({ ...config, databaseStartTimeoutMs: timeoutMs }, silent);
  const db = openDatabase(connection.config, silent);
  try {
    const described = await describeDatabase(db, config);
    await applyStoredSettings({ db, config, log: silent });
    return described;
  } finally {
    await db.close();
    await connection[Symbol.asyncDispose]();
  }
}

async function describeDatabase(db: Database, { databaseUrl }: Config): Promise<string> {
  const missing = await countMissing(db.read).catch(() => {
    throw new Error('it has no schema yet: callout migrate, or start the service');
  });
  if (missing > 0) throw new Error(`${missing} migrations are missing: callout migrate, or start the service`);
  const { rows } = await sql<{ version: string; now: string }>`
    select current_setting('server_version') as version, clock_timestamp() as now`.execute(db.read);
  const [{ version, now } = { version: '', now: '' }] = rows;
  requireSameClock('the database', new Date(now));
  return `PostgreSQL ${version}${databaseUrl ? '' : ', embedded'}`;
}

function requireSameClock(where: string, time: Date): void {
  const differenceMs = Math.abs(systemClock().getTime() - time.getTime());
  if (differenceMs <= maxClockDifferenceMs) return;
  throw new Error(`the clock of ${where} differs by ${Math.round(differenceMs / 1000)} s: synchronize both (NTP)`);
}

async function checkDisk(config: Config): Promise<string> {
  const { state, freeBytes } = await readDiskSpace(config);
  const free = `${Math.round(freeBytes / 1_000_000)} MB are free in DATA_DIR ${config.dataDir}`;
  if (state !== 'enough')
    throw new Error(`${free}: ${state === 'full' ? 'uploads are refused' : 'uploads will be refused soon'}`);
  return free;
}

/** Writes, reads and deletes a file, as uploads do. */
async function checkStorage(config: Config): Promise<string> {
  const storage = await openStorage(config);
  await storage.prepare();
  const key = randomBytes(16).toString('hex');
  const path = join(spoolFolder(config.dataDir), `doctor-${key}`);
  await mkdir(spoolFolder(config.dataDir), { recursive: true, mode: 0o700 });
  await writeFile(path, key, { mode: 0o600 });
  await told('write', storage.put(key, { path, size: key.length, type: 'image/png' }));
  const read = await told('read', storage.read(key));
  await told('delete', storage.remove(key));
  if (read?.toString() !== key) throw new Error('a file that was written cannot be read again');
  return config.s3 ? `bucket ${config.s3.bucket}: writes, reads and deletes` : 'local files: writes, reads and deletes';
}

async function told<T>(operation: string, work: Promise<T>): Promise<T> {
  return work.catch((error: Error) => {
    throw new Error(`cannot ${operation} a photo: ${error.message || error.name}`);
  });
}

async function checkMail({ smtp }: Config): Promise<string | undefined> {
  if (!smtp) return undefined;
  await checkMailServer(smtp);
  return `${smtp.host}:${smtp.port} takes mails${smtp.user ? ` of ${smtp.user}` : ''}`;
}

async function checkMessenger({ messengerBotToken, messengerApiRoot }: Config): Promise<string | undefined> {
  if (!messengerBotToken) return undefined;
  return `bot ${await new BotApi(messengerApiRoot).identify(messengerBotToken, AbortSignal.timeout(timeoutMs))}`;
}

/** Calls the service at PUBLIC_URL, as people do, through all proxies. */
async function checkAddress({ publicUrl }: Config): Promise<string> {
  if (!publicUrl) throw new Error('PUBLIC_URL is not set: links in mails, messages and QR codes lead to this machine only');
  const response = await fetch(`${publicUrl}/ext/about`, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) }).catch(
    (error: Error) => {
      const cause = error.cause instanceof Error ? error.cause.message : error.message;
      throw new Error(`${publicUrl} cannot be reached from here: ${cause}`);
    },
  );
  const about: unknown = await response.json().catch(() => undefined);
  if (!Value.Check(About, about)) throw new Error(`${publicUrl} answers ${response.status}, but not as Callout does`);
  const date = response.headers.get('date');
  if (date) requireSameClock(publicUrl, new Date(date));
  const { protocol, address } = about.request;
  if (publicUrl.startsWith('https:') && protocol === 'http') {
    throw new Error('the proxy does not pass X-Forwarded-Proto on, or its address is not in TRUSTED_PROXIES');
  }
  return `${publicUrl} leads to Callout ${about.version}, which sees this machine as ${address}`;
}
