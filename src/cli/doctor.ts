import { lookup } from 'node:dns/promises';
import { setGlobalProxyFromEnv } from 'node:http';
import { sql } from 'kysely';
import pino from 'pino';
import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import { applyStoredSettings } from '../appliance/settings/stored.ts';
import { checkMailServer } from '../outbound/mail/transport.ts';
import { BotApi } from '../outbound/messenger/bot-api.ts';
import { type Config, readSettingsFile, settingsFile, unknownSettings } from '../platform/config/config.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { countMissing } from '../platform/database/migrate.ts';
import { certificateEndpoints, readCertificateEnd } from '../platform/health/certificates.ts';
import { systemClock } from '../platform/lib/clock.ts';
import { days, seconds } from '../platform/lib/duration.ts';
import { hostOf } from '../platform/lib/public-host.ts';
import { About } from '../platform/system/schemas.ts';
import { readDiskSpace } from '../product/files/photos/disk-space.ts';
import { attachDatabase } from '../service/connect-database.ts';
import { warnAboutSettings } from '../service/run.ts';
import { checkStorage } from './check-storage.ts';
import { CheckFailure, type Command, commandContext, exitCodes } from './command.ts';

const timeoutMs = seconds(10);
/** Signed requests to a bucket and one-time codes fail with clocks that differ by minutes. */
const maxClockDifferenceMs = seconds(30);
/** Programs renew certificates a month before they end. */
const minCertificateMs = days(14);
/** An address of documentation (RFC 5737), which no client has. */
const inventedClient = '192.0.2.1';

/** What checks find out for those after them. */
interface Findings {
  config: Config;
  /** by how much other clocks differ from this one */
  clocks: { where: string; differenceMs: number }[];
  /** what PUBLIC_URL answers */
  about?: Static<typeof About>;
}

interface Check {
  /** @returns what is right; undefined: it is not configured, or was not checked @throws Error with what is wrong */
  run: (findings: Findings) => Promise<string | undefined>;
  /** what to do about it */
  remedy: string;
  /** @returns why something that is configured was not checked, and what to do about that */
  skipped?: (findings: Findings) => { message: string; remedy: string } | undefined;
}

interface CheckResult {
  name: string;
  state: 'ok' | 'off' | 'failed';
  message: string;
  remedy?: string;
}

/** In this order: later ones use what earlier ones have found. */
const checks: Readonly<Record<string, Check>> = {
  // First: it reads what is stored of the settings.
  database: {
    run: checkDatabase,
    remedy:
      'see that the server of DATABASE_URL runs and lets this machine and this role in; without DATABASE_URL see the log of the start',
  },
  settings: { run: checkSettings, remedy: 'change the settings that it names (docs/configuration.md)' },
  disk: { run: checkDisk, remedy: 'free space, or move DATA_DIR to a larger disk (docs/photos.md, Disk space)' },
  storage: {
    run: checkStorage,
    remedy: 'see that S3_ENDPOINT, S3_REGION, S3_BUCKET and the keys are right, or that DATA_DIR can be written',
  },
  mail: {
    run: checkMail,
    remedy: 'see that SMTP_HOST, SMTP_PORT and SMTP_SECURITY are right, and that the network lets the port out',
  },
  messenger: {
    run: checkMessenger,
    remedy: 'see that MESSENGER_BOT_TOKEN is right, and that the network, or HTTPS_PROXY, lets calls to the Bot API out',
  },
  address: {
    run: checkAddress,
    remedy:
      'see that the name leads to this machine, that the service runs, that the proxy passes requests on to HOST and PORT, and that the certificate is of an authority known here (docs/network.md, Private certificate authorities)',
  },
  proxy: {
    run: checkProxy,
    remedy: 'change the configuration of the proxy (docs/proxy.md)',
    skipped: ({ config }) =>
      config.publicUrl
        ? { message: 'not checked, because the address leads to no Callout', remedy: 'see address above' }
        : undefined,
  },
  certificates: { run: checkCertificates, remedy: 'renew the certificate, and see why it was not renewed by itself' },
  clock: {
    run: checkClock,
    remedy: 'synchronize the clocks of both machines (NTP)',
    skipped: ({ config }) => ({
      message: `not checked, because ${config.publicUrl ? 'neither the database nor the address' : 'the database has not'} told the time`,
      remedy: 'see database and address above',
    }),
  },
};

export const command: Command = {
  summary: `Checks ${Object.keys(checks).join(', ')}, and says what to do about each.`,
  usage: '[--json]',
  details: 'While the service runs or not. Sends no mail and no message. Exits with 1 when something is wrong.',
  flags: { json: 'prints {ok, checks: [{name, state, message, remedy}]}; state is ok, off or failed' },
  run: async ({ flags }) => {
    const { config } = commandContext();
    if (config.proxy) setGlobalProxyFromEnv({ ...config.proxy });
    const isJson = flags.has('json');
    const findings: Findings = { config, clocks: [] };
    const results: CheckResult[] = [];
    for (const [name, check] of Object.entries(checks)) {
      const result = await resultOf(name, check, findings);
      results.push(result);
      if (!isJson) console.log(linesOf(result));
    }
    const ok = results.every(({ state }) => state !== 'failed');
    if (isJson) console.log(JSON.stringify({ ok, checks: results }, null, 2));
    return ok ? 0 : exitCodes.failed;
  },
};

const marks = { ok: 'ok', off: 'off', failed: 'FAILED' };

function linesOf({ name, state, message, remedy }: CheckResult): string {
  const line = `${marks[state].padEnd(7)} ${name.padEnd(12)} ${message}`;
  return remedy === undefined ? line : `${line}\n${' '.repeat(21)}${remedy}`;
}

async function resultOf(name: string, { run, remedy, skipped }: Check, findings: Findings): Promise<CheckResult> {
  try {
    const message = await run(findings);
    if (message !== undefined) return { name, state: 'ok', message };
    return { name, state: 'off', ...(skipped?.(findings) ?? { message: 'not configured' }) };
  } catch (error) {
    const { message, name: kind } = error as Error;
    const what = error instanceof CheckFailure ? error.remedy : remedy;
    return { name, state: 'failed', message: message || kind, remedy: what };
  }
}

async function checkSettings({ config }: Findings): Promise<string> {
  const warnings: string[] = [];
  warnAboutSettings(config, { warn: (text) => warnings.push(text) });
  const unknown = unknownSettings(Object.keys(readSettingsFile()));
  if (unknown.length > 0)
    warnings.push(`${settingsFile} has names that are no settings and have no effect: ${unknown.join(', ')}`);
  if (warnings.length > 0) throw new Error(warnings.join('; '));
  return config.dataEncryptionKey
    ? 'complete'
    : 'complete; without DATA_ENCRYPTION_KEY nobody can connect a bot or get push notifications';
}

async function checkDatabase(findings: Findings): Promise<string> {
  const silent = pino({ level: 'silent' });
  const connection = await attachDatabase({ ...findings.config, databaseStartTimeoutMs: timeoutMs }, silent);
  const db = openDatabase(connection.config, silent);
  try {
    const described = await describeDatabase(db, findings);
    await applyStoredSettings({ db, config: findings.config, log: silent });
    return described;
  } finally {
    await db.close();
    await connection[Symbol.asyncDispose]();
  }
}

async function describeDatabase(db: Database, { config, clocks }: Findings): Promise<string> {
  const { rows } = await sql<{ version: string; now: string }>`
    select current_setting('server_version') as version, clock_timestamp() as now`.execute(db.read);
  const [{ version, now } = { version: '', now: '' }] = rows;
  clocks.push({ where: 'the database', differenceMs: differenceTo(new Date(now)) });
  const remedy = 'run callout migrate, or start the service';
  const missing = await countMissing(db.read).catch(() => {
    throw new CheckFailure('it has no schema yet', remedy);
  });
  if (missing > 0) throw new CheckFailure(`${missing} migrations are missing`, remedy);
  return `PostgreSQL ${version}${config.databaseUrl ? '' : ', embedded'}`;
}

const differenceTo = (time: Date): number => Math.abs(systemClock().getTime() - time.getTime());

async function checkClock({ clocks }: Findings): Promise<string | undefined> {
  if (clocks.length === 0) return undefined;
  const wrong = clocks.filter(({ differenceMs }) => differenceMs > maxClockDifferenceMs);
  if (wrong.length === 0) return `agrees with that of ${clocks.map(({ where }) => where).join(' and ')}`;
  const each = wrong.map(({ where, differenceMs }) => `by ${Math.round(differenceMs / 1000)} s from that of ${where}`);
  throw new Error(`the clock of this machine differs ${each.join(', ')}`);
}

async function checkDisk({ config }: Findings): Promise<string> {
  const { state, freeBytes } = await readDiskSpace(config);
  const free = `${Math.round(freeBytes / 1_000_000)} MB are free in DATA_DIR ${config.dataDir}`;
  if (state !== 'enough')
    throw new Error(`${free}: ${state === 'full' ? 'uploads are refused' : 'uploads will be refused soon'}`);
  return free;
}

async function checkMail({ config: { smtp } }: Findings): Promise<string | undefined> {
  if (!smtp) return undefined;
  await checkMailServer(smtp).catch((error: Error) => {
    if (/\b535\b|authenticat/i.test(error.message))
      throw new CheckFailure(error.message, 'see that SMTP_USER and SMTP_PASSWORD are right');
    throw error;
  });
  return `${smtp.host}:${smtp.port} takes mails${smtp.user ? ` of ${smtp.user}` : ''}`;
}

async function checkMessenger({ config: { messengerBotToken, messengerApiRoot } }: Findings): Promise<string | undefined> {
  if (!messengerBotToken) return undefined;
  return `bot ${await new BotApi(messengerApiRoot).identify(messengerBotToken, AbortSignal.timeout(timeoutMs))}`;
}

/** Calls the service at PUBLIC_URL, as people do, through all proxies. */
async function checkAddress(findings: Findings): Promise<string> {
  const { publicUrl } = findings.config;
  if (!publicUrl) {
    const message = 'PUBLIC_URL is not set: links in mails, messages and QR codes lead to this machine only';
    throw new CheckFailure(
      message,
      'set PUBLIC_URL to the address at which people open Callout, such as https://callout.example.com',
    );
  }
  const response = await callAbout(publicUrl).catch((error: Error) => {
    const cause = error.cause instanceof Error ? error.cause.message : error.message;
    throw new Error(`${publicUrl} cannot be reached from here: ${cause}`);
  });
  const about: unknown = await response.json().catch(() => undefined);
  if (!Value.Check(About, about)) {
    const remedy = 'PUBLIC_URL, or the proxy there, leads to another program: correct the one that does';
    throw new CheckFailure(`${publicUrl} answers ${response.status}, but not as Callout does`, remedy);
  }
  findings.about = about;
  const date = response.headers.get('date');
  if (date) findings.clocks.push({ where: publicUrl, differenceMs: differenceTo(new Date(date)) });
  return `${publicUrl} leads to Callout ${about.version}, which sees this machine as ${about.request.address}`;
}

const callAbout = (publicUrl: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${publicUrl}/ext/about`, { redirect: 'manual', headers, signal: AbortSignal.timeout(timeoutMs) });

/** Whether rate limits, cookies and logs see what the proxy sees. */
async function checkProxy({ config: { publicUrl }, about }: Findings): Promise<string | undefined> {
  if (!about) return undefined;
  if (publicUrl.startsWith('https:') && about.request.protocol === 'http') {
    const remedy = 'have the proxy send X-Forwarded-Proto, and name its network in TRUSTED_PROXIES';
    throw new CheckFailure('the service does not see that the proxy was called over TLS', remedy);
  }
  if (await leadsToLoopback(publicUrl)) return 'passes on what the service needs';
  if (isLoopback(about.request.address)) {
    const remedy = 'have the proxy send the address of its client in X-Forwarded-For';
    throw new CheckFailure('the service sees the address of the proxy as that of everybody, who share its rate limits', remedy);
  }
  const answer: unknown = await (await callAbout(publicUrl, { 'x-forwarded-for': inventedClient })).json();
  if (Value.Check(About, answer) && answer.request.address === inventedClient) {
    const remedy = 'have the proxy overwrite X-Forwarded-For with the address of its client, not append to it';
    throw new CheckFailure('clients can choose the address that rate limits and logs see', remedy);
  }
  return 'passes on what the service needs, and takes no address from clients';
}

const isLoopback = (address: string): boolean => /^(127\.|::1$|::ffff:127\.)/.test(address);

/** Whoever calls from this machine is seen as this machine, with or without a proxy. */
async function leadsToLoopback(publicUrl: string): Promise<boolean> {
  const found = await lookup(hostOf(new URL(publicUrl))).catch(() => undefined);
  return found === undefined || isLoopback(found.address);
}

async function checkCertificates({ config }: Findings): Promise<string | undefined> {
  const endpoints = certificateEndpoints(config);
  if (endpoints.length === 0) return undefined;
  const known: { server: string; end: Date }[] = [];
  const unread: string[] = [];
  await Promise.all(
    endpoints.map(async (endpoint) => {
      const server = `${endpoint.host}:${endpoint.port}`;
      await readCertificateEnd(endpoint).then(
        (end) => known.push({ server, end }),
        (error: Error) => unread.push(`that of ${server} cannot be read from here: ${error.message || error.name}`),
      );
    }),
  );
  const ends = known.map(({ server, end }) => `${server} until ${end.toISOString().slice(0, 10)}`).join(', ');
  const isShort = known.some(({ end }) => end.getTime() - systemClock().getTime() < minCertificateMs);
  if (isShort) throw new Error([`a certificate ends soon: ${ends}`, ...unread].join('; '));
  if (unread.length > 0) {
    const remedy = 'see that the network lets this machine call the server, and that the server speaks TLS on this port';
    throw new CheckFailure([...unread, ...(ends ? [ends] : [])].join('; '), remedy);
  }
  return ends;
}
