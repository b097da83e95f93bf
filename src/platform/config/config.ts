import { existsSync, readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { parseEnv } from 'node:util';
import { isEmail } from '../lib/email.ts';
import { isStrongPassword } from '../security/passwords.ts';
import { type Role, roles } from '../security/roles.ts';
import { intake } from './intake.ts';
import { requireCompleteLogin } from './mail.ts';
import { oidc } from './oidc.ts';
import {
  addNetwork,
  ConfigError,
  choice,
  duration,
  type Environment,
  flag,
  host,
  hostsWithPort,
  integer,
  list,
  origin,
  requirePostgresUrl,
  secret,
  text,
} from './parse-setting.ts';
import { proxy } from './proxy.ts';
import { quotas } from './quotas.ts';
import { s3 } from './s3.ts';
import { type NameOf, settings } from './settings.ts';
import { readStorable, storableVariables } from './storable-settings.ts';

export type { IntakeOptions } from './intake.ts';
export type { MailOptions } from './mail.ts';
export { ConfigError, type Environment } from './parse-setting.ts';
export type { S3Options } from './s3.ts';

/**
 * The settings of the service; settings.ts defines their environment variables. What storable-settings.ts names changes while the service
 * runs: it is read at each use and never kept.
 */
export type Config = ReturnType<typeof loadConfig>;

/** Nothing limits how many keys are tried on a backup that was copied, so a key must not be guessable. */
const minBackupKeyLength = 24;

export const processEnvironment = (): Environment => process.env;

/** The file to which `callout start` writes generated settings. */
export const settingsFile = '.env';

/** The settings of a command that runs beside a service: those of the settings file, overridden by the environment. */
export function commandSettings(): Environment {
  return { ...readSettingsFile(), ...processEnvironment() };
}

/** @returns what the settings file sets; nothing where there is none */
export function readSettingsFile(): Environment {
  return existsSync(settingsFile) ? parseEnv(readFileSync(settingsFile, 'utf8')) : {};
}

/** @returns the names that are no settings, as misspelled ones: in the settings file they have no effect */
export function unknownSettings(names: readonly string[]): string[] {
  const lowerCase = ['http_proxy', 'https_proxy', 'no_proxy'];
  const isKnown = (name: string): boolean => {
    if (Object.hasOwn(settings, name) || lowerCase.includes(name)) return true;
    return Object.entries(settings).some(([one, { kind }]) => kind === 'secret' && name === `${one}_FILE`);
  };
  return names.filter((name) => !isKnown(name));
}

/** Parses and validates the settings. @throws ConfigError naming the first setting that is missing or invalid */
export function loadConfig(env: Environment) {
  const jwtSecret = secret(env, 'JWT_SECRET');
  if (!jwtSecret) throw new ConfigError('JWT_SECRET is not set: it signs the access tokens (32 characters or more)');
  requireCompleteLogin(env);
  const variables = storableVariables(env);
  return {
    ...readStorable(variables, {}),
    /** the variables of settings that can be stored as well, without those that are not set */
    storableVariables: variables,
    jwtSecret,
    /** verifies access tokens for a while after the start; empty: none */
    jwtSecretPrevious: requireRotated(env, 'JWT_SECRET', secret(env, 'JWT_SECRET_PREVIOUS')),
    /** the key of links to local photos is derived from it; empty: from JWT_SECRET */
    photoLinkSecret: secret(env, 'PHOTO_LINK_SECRET'),
    /** verifies links to local photos for a while after the start; empty: none */
    photoLinkSecretPrevious: requireRotated(env, 'PHOTO_LINK_SECRET', secret(env, 'PHOTO_LINK_SECRET_PREVIOUS')),
    host: host(env, 'HOST'),
    port: integer(env, 'PORT'),
    /** empty: the embedded server */
    databaseUrl: databaseUrl(env),
    /** the owner of the tables, who migrates; empty: the role of DATABASE_URL */
    migrationDatabaseUrl: migrationDatabaseUrl(env),
    /** a hot standby for heavy reads; empty: none */
    databaseReplicaUrl: databaseReplicaUrl(env),
    /** how long a start waits for a server that accepts writes */
    databaseStartTimeoutMs: duration(env, 'DATABASE_START_TIMEOUT'),
    postgresBin: text(env, 'POSTGRES_BIN'),
    dataDir: text(env, 'DATA_DIR'),
    /** encrypts backups; empty: they are not encrypted */
    backupKey: backupKey(env),
    firstAdmin: firstAdmin(env),
    cookieSecure: flag(env, 'COOKIE_SECURE'),
    swagger: flag(env, 'SWAGGER'),
    corsOrigins: list(env, 'CORS_ORIGINS').map(origin),
    trustedProxies: trustedProxies(env),
    /** the bearer token that `/metrics` asks for; empty: it answers this machine and trusted networks only */
    metricsToken: secret(env, 'METRICS_TOKEN').trim(),
    refreshTokenTtlMs: duration(env, 'REFRESH_TOKEN_TTL'),
    /** how long a session lasts from its login, however often it is used */
    sessionMaxAgeMs: duration(env, 'SESSION_MAX_AGE'),
    /** whether common passwords are refused as weak */
    passwordBlocklist: flag(env, 'PASSWORD_BLOCKLIST'),
    /** whether workers change a password that somebody else chose before they accept invitations */
    requireOwnPassword: flag(env, 'REQUIRE_OWN_PASSWORD'),
    /** whose accounts need a second factor before they may do anything but set one up */
    rolesWithSecondFactor: rolesWithSecondFactor(env),
    /** undefined: people sign in with their passwords only */
    oidc: oidc(env),
    /** how long security events are kept */
    auditRetentionDays: integer(env, 'AUDIT_RETENTION_DAYS'),
    /** how long closed tickets are kept; 0: forever */
    ticketRetentionDays: integer(env, 'TICKET_RETENTION_DAYS'),
    /** whether closed tickets are written into bundles before they are deleted */
    archive: flag(env, 'ARCHIVE'),
    /** interval between evaluations of the recurring rules */
    recurringTickMs: duration(env, 'RECURRING_TICK_EVERY'),
    /** base URLs of the Bot API and of deep links, without a trailing slash */
    messengerApiRoot: url(env, 'MESSENGER_API_ROOT'),
    messengerLinkBase: url(env, 'MESSENGER_LINK_BASE'),
    /** 32 bytes that encrypt bot tokens; undefined: users cannot connect their own bots */
    dataEncryptionKey: encryptionKey('DATA_ENCRYPTION_KEY', secret(env, 'DATA_ENCRYPTION_KEY')),
    /** decrypts what was encrypted before the key was changed; undefined: nothing */
    dataEncryptionKeyPrevious: previousEncryptionKey(env),
    /** host:port of push services that may have an internal address */
    pushAllowedHosts: hostsWithPort(env, 'PUSH_ALLOWED_HOSTS'),
    /** host:port that webhooks may call though they are internal, without TLS, too */
    webhookAllowedHosts: hostsWithPort(env, 'WEBHOOK_ALLOWED_HOSTS'),
    /** the proxy that calls to other hosts go through; undefined: none */
    proxy: proxy(env),
    /** whether webhooks use it, too: it resolves names, so that their addresses are not checked here */
    webhookProxy: flag(env, 'WEBHOOK_PROXY'),
    /** undefined: no mail is read */
    intake: intake(env),
    /** time in status `new` after which the client of a ticket is reminded, and the interval of further reminders */
    notifyAfterMs: duration(env, 'MESSENGER_NOTIFY_AFTER'),
    /** interval of the reminder job */
    messengerTickMs: duration(env, 'MESSENGER_TICK_EVERY'),
    /** URL for reports of vulnerabilities; empty: none */
    securityContact: securityContact(env),
    photoMaxBytes: integer(env, 'PHOTO_MAX_BYTES'),
    photoMaxPerTicket: integer(env, 'PHOTO_MAX_PER_TICKET'),
    /** removes metadata such as GPS positions from uploads */
    stripPhotoMetadata: choice(env, 'PHOTO_METADATA') === 'strip',
    /** whether reports of people without an account need a proof of work */
    portalProof: flag(env, 'PORTAL_PROOF'),
    /** at most 7 days, as presigned S3 URLs */
    photoUrlTtlMs: duration(env, 'PHOTO_URL_TTL'),
    /** undefined: photos are local files */
    s3: s3(env),
    /** base URL of the collector to which traces are sent; empty: none are recorded */
    otlpEndpoint: url(env, 'OTEL_EXPORTER_OTLP_ENDPOINT'),
    logLevel: choice(env, 'LOG_LEVEL'),
    /** whether the line of each answer has the address of the client */
    logClientAddress: flag(env, 'LOG_CLIENT_ADDRESS'),
    /** statements that take longer are logged */
    slowQueryMs: duration(env, 'SLOW_QUERY'),
    quotas: quotas(env),
    /** PATH, searched for an installed PostgreSQL */
    searchPath: env['PATH'] ?? '',
  };
}

function rolesWithSecondFactor(env: Environment): Role[] {
  return list(env, 'REQUIRE_MFA').map((name) => {
    const role = roles.find((one) => one === name);
    if (!role) throw new ConfigError(`REQUIRE_MFA: ${name} is none of ${roles.join(', ')}`);
    return role;
  });
}

function databaseUrl(env: Environment): string {
  return requirePostgresUrl('DATABASE_URL', secret(env, 'DATABASE_URL').trim());
}

function migrationDatabaseUrl(env: Environment): string {
  const value = requirePostgresUrl('MIGRATION_DATABASE_URL', secret(env, 'MIGRATION_DATABASE_URL').trim());
  if (value && !databaseUrl(env)) throw new ConfigError('MIGRATION_DATABASE_URL is set without DATABASE_URL');
  return value;
}

function databaseReplicaUrl(env: Environment): string {
  const value = requirePostgresUrl('DATABASE_REPLICA_URL', secret(env, 'DATABASE_REPLICA_URL').trim(), 'standby');
  if (value && !databaseUrl(env)) throw new ConfigError('DATABASE_REPLICA_URL is set without DATABASE_URL');
  return value;
}

function url(env: Environment, name: NameOf<'url'>): string {
  const value = text(env, name).replace(/\/+$/, '');
  const parsed = URL.parse(value);
  if (
    value &&
    (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.search || parsed.hash || parsed.username || /\s/.test(value))
  ) {
    throw new ConfigError(`${name} must look like https://callout.example.com`);
  }
  return value;
}

/** @returns the previous secret @throws ConfigError when it is the same as the current one: then nothing was rotated */
function requireRotated(env: Environment, name: NameOf<'secret'>, previous: string): string {
  if (previous && previous === secret(env, name)) throw new ConfigError(`${name}_PREVIOUS is the same as ${name}`);
  return previous;
}

function previousEncryptionKey(env: Environment): Buffer | undefined {
  const previous = encryptionKey('DATA_ENCRYPTION_KEY_PREVIOUS', secret(env, 'DATA_ENCRYPTION_KEY_PREVIOUS'));
  const current = encryptionKey('DATA_ENCRYPTION_KEY', secret(env, 'DATA_ENCRYPTION_KEY'));
  if (previous && !current) throw new ConfigError('DATA_ENCRYPTION_KEY_PREVIOUS is set without DATA_ENCRYPTION_KEY');
  if (previous && current?.equals(previous)) {
    throw new ConfigError('DATA_ENCRYPTION_KEY_PREVIOUS is the same as DATA_ENCRYPTION_KEY');
  }
  return previous;
}

function encryptionKey(name: string, setting: string): Buffer | undefined {
  const value = setting.trim();
  if (!value) return undefined;
  const isHex = /^[\da-f]{64}$/i.test(value);
  if (!isHex && !/^[A-Za-z0-9+/_-]{43}=?$/.test(value)) {
    throw new ConfigError(`${name} must be 32 bytes, as 64 hex digits or in base64: openssl rand -base64 32`);
  }
  return Buffer.from(value, isHex ? 'hex' : 'base64');
}

function backupKey(env: Environment): string {
  const key = secret(env, 'BACKUP_KEY').trim();
  if (key && key.length < minBackupKeyLength) {
    throw new ConfigError(`BACKUP_KEY must have ${minBackupKeyLength} characters or more: openssl rand -base64 32`);
  }
  return key;
}

function securityContact(env: Environment): string {
  const contact = text(env, 'SECURITY_CONTACT');
  if (contact && !/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(contact)) {
    throw new ConfigError('SECURITY_CONTACT must look like mailto:security@example.com or https://example.com/security');
  }
  return contact;
}

function trustedProxies(env: Environment): BlockList {
  const trusted = new BlockList();
  trusted.addSubnet('127.0.0.0', 8, 'ipv4');
  trusted.addAddress('::1', 'ipv6');
  for (const network of list(env, 'TRUSTED_PROXIES')) {
    if (!addNetwork(trusted, network)) throw new ConfigError(`TRUSTED_PROXIES: ${network} is no network such as 10.0.0.0/8`);
  }
  return trusted;
}

function firstAdmin(env: Environment): { email: string; password: string } | undefined {
  const email = text(env, 'ADMIN_EMAIL');
  const password = secret(env, 'ADMIN_PASSWORD');
  if (!email && !password) return undefined;
  if (!isEmail(email)) throw new ConfigError('ADMIN_EMAIL must be an e-mail address, set together with ADMIN_PASSWORD');
  if (!isStrongPassword(password)) {
    throw new ConfigError(
      'ADMIN_PASSWORD must have 10 to 72 characters with a letter and a digit, set together with ADMIN_EMAIL',
    );
  }
  return { email, password };
}
