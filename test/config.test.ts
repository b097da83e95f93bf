import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { environmentExample, withSettingTables } from '../scripts/settings-table.ts';
import { ConfigError, type Environment, loadConfig, unknownSettings } from '../src/platform/config/config.ts';
import { settingGroups, settings } from '../src/platform/config/settings.ts';

const load = (env: Environment = {}) => loadConfig({ JWT_SECRET: 'secret', ...env });
const refuses = (env: Environment, name: string) =>
  assert.throws(
    () => load(env),
    (error) => error instanceof ConfigError && error.message.includes(name) && !error.message.includes('\n'),
    JSON.stringify(env),
  );

const provider = { OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'callout', OIDC_CLIENT_SECRET: 'secret' };

describe('configuration', () => {
  it('the configuration loader returns the documented defaults', () => {
    const { trustedProxies, searchPath, ...config } = load();
    assert.deepEqual(config, {
      jwtSecret: 'secret',
      jwtSecretPrevious: '',
      photoLinkSecret: '',
      photoLinkSecretPrevious: '',
      host: '0.0.0.0',
      port: 3000,
      databaseUrl: '',
      migrationDatabaseUrl: '',
      databaseReplicaUrl: '',
      databaseStartTimeoutMs: 60_000,
      postgresBin: '',
      dataDir: './data',
      backupKey: '',
      firstAdmin: undefined,
      cookieSecure: false,
      swagger: false,
      corsOrigins: [],
      metricsToken: '',
      refreshTokenTtlMs: 30 * 86_400_000,
      sessionMaxAgeMs: 90 * 86_400_000,
      passwordBlocklist: false,
      requireOwnPassword: false,
      rolesWithSecondFactor: [],
      oidc: undefined,
      auditRetentionDays: 400,
      ticketRetentionDays: 60,
      archive: false,
      recurringTickMs: 86_400_000,
      messengerBotToken: '',
      messengerApiRoot: 'https://api.telegram.org',
      messengerLinkBase: 'https://t.me',
      dataEncryptionKey: undefined,
      dataEncryptionKeyPrevious: undefined,
      pushAllowedHosts: new Set(),
      webhookAllowedHosts: new Set(),
      proxy: undefined,
      webhookProxy: false,
      smtp: undefined,
      intake: undefined,
      notifyAfterMs: 86_400_000,
      messengerTickMs: 60_000,
      publicUrl: '',
      branding: { name: 'Callout', color: undefined, logo: undefined },
      storableVariables: {},
      securityContact: '',
      photoMaxBytes: 10_485_760,
      photoMaxPerTicket: 20,
      stripPhotoMetadata: false,
      portalProof: true,
      photoUrlTtlMs: 900_000,
      s3: undefined,
      otlpEndpoint: '',
      logLevel: 'info',
      logClientAddress: true,
      slowQueryMs: 500,
      quotas: {
        accountsPerHour: 100,
        uploads: 8,
        liveStreams: 10,
        commentsPerHour: 300,
        reportsPerNetwork: 10,
        reportsPerObject: 50,
        projects: 1_000,
        objects: 20_000,
        equipment: 100_000,
        rules: 20_000,
        invitations: 2_000,
        webhooks: 20,
        minFreeDiskBytes: 268_435_456,
      },
    });
    assert(trustedProxies.check('127.0.0.1') && searchPath === '');
  });

  it('the configuration loader treats empty values as not set', () => {
    assert.equal(load({ PORT: '', SWAGGER: '', LOG_LEVEL: ' ', REFRESH_TOKEN_TTL: '' }).port, 3000);
  });

  it('the configuration loader throws an error that names each missing or unreadable setting', () => {
    refuses({ JWT_SECRET: '' }, 'JWT_SECRET');
    for (const PORT of ['x', '-1', '65536', '3000.5', '3e3']) refuses({ PORT }, 'PORT');
    for (const flag of ['yes', '1', 'TRUE']) {
      refuses({ SWAGGER: flag }, 'SWAGGER');
      refuses({ COOKIE_SECURE: flag }, 'COOKIE_SECURE');
      refuses({ LOG_CLIENT_ADDRESS: flag }, 'LOG_CLIENT_ADDRESS');
    }
    for (const REFRESH_TOKEN_TTL of ['30', 'd', '1.5h', '-1h', '0s']) refuses({ REFRESH_TOKEN_TTL }, 'REFRESH_TOKEN_TTL');
    for (const url of ['localhost', 'mysql://x/y', 'postgres']) {
      refuses({ DATABASE_URL: url }, 'DATABASE_URL');
      refuses({ DATABASE_URL: 'postgres://x/y', MIGRATION_DATABASE_URL: url }, 'MIGRATION_DATABASE_URL');
    }
    for (const url of ['//u:p@a:1,b:2/c', '//a,b/c', '///c?host=a,b&port=1,2', '//u@a/c?target_session_attrs=standby'])
      refuses({ DATABASE_URL: `postgres:${url}` }, 'DATABASE_URL');
    refuses({ MIGRATION_DATABASE_URL: 'postgres://x/y' }, 'MIGRATION_DATABASE_URL');
    refuses({ DATABASE_REPLICA_URL: 'postgres://x/y' }, 'DATABASE_REPLICA_URL');
    const replica = 'postgres://x/y?target_session_attrs=primary';
    refuses({ DATABASE_URL: 'postgres://x/y', DATABASE_REPLICA_URL: replica }, 'DATABASE_REPLICA_URL');
    refuses({ DATABASE_URL: 'postgres://x/y', DATABASE_START_TIMEOUT: 'soon' }, 'DATABASE_START_TIMEOUT');
    refuses({ SMTP_REQUIRE_TLS: 'yes' }, 'SMTP_REQUIRE_TLS');
    for (const CORS_ORIGINS of ['*', 'console.example.com', 'https://a.example/path', 'ftp://a.example'])
      refuses({ CORS_ORIGINS }, 'CORS_ORIGINS');
    for (const TRUSTED_PROXIES of ['x', '10.0.0.0/33', '10.0.0/8', '::1/129', '10.0.0.0/'])
      refuses({ TRUSTED_PROXIES }, 'TRUSTED_PROXIES');
    for (const MESSENGER_BOT_TOKEN of ['x', '12', ':x', '1:a/b', '0:abc', '1:a b'])
      refuses({ MESSENGER_BOT_TOKEN }, 'MESSENGER_BOT_TOKEN');
    for (const MESSENGER_API_ROOT of ['api.telegram.org', 'ftp://x', 'https://x?y', 'https://u:p@x', 'https://x/a b'])
      refuses({ MESSENGER_API_ROOT }, 'MESSENGER_API_ROOT');
    for (const DATA_ENCRYPTION_KEY of ['short', 'x'.repeat(44), 'g'.repeat(64), 'A'.repeat(42), 'A'.repeat(63)])
      refuses({ DATA_ENCRYPTION_KEY }, 'DATA_ENCRYPTION_KEY');
    const key = '0'.repeat(64);
    refuses({ DATA_ENCRYPTION_KEY_PREVIOUS: key }, 'DATA_ENCRYPTION_KEY_PREVIOUS is set without DATA_ENCRYPTION_KEY');
    refuses({ DATA_ENCRYPTION_KEY: 'A'.repeat(43), DATA_ENCRYPTION_KEY_PREVIOUS: 'short' }, 'DATA_ENCRYPTION_KEY_PREVIOUS');
    // The same key in another form.
    refuses({ DATA_ENCRYPTION_KEY: key, DATA_ENCRYPTION_KEY_PREVIOUS: 'A'.repeat(43) }, 'DATA_ENCRYPTION_KEY_PREVIOUS');
    refuses({ JWT_SECRET_PREVIOUS: 'secret' }, 'JWT_SECRET_PREVIOUS is the same as JWT_SECRET');
    refuses({ PHOTO_LINK_SECRET: 'x', PHOTO_LINK_SECRET_PREVIOUS: 'x' }, 'PHOTO_LINK_SECRET_PREVIOUS');
    for (const PUSH_ALLOWED_HOSTS of ['https://push.example.lan', 'push.example.lan/x', 'a@push.example.lan', 'x:y', '*', ':443'])
      refuses({ PUSH_ALLOWED_HOSTS }, 'PUSH_ALLOWED_HOSTS');
    for (const WEBHOOK_ALLOWED_HOSTS of ['http://hooks.example.lan', 'hooks.example.lan/x', '*'])
      refuses({ WEBHOOK_ALLOWED_HOSTS }, 'WEBHOOK_ALLOWED_HOSTS');
    for (const MAIL_FROM of ['x', 'a@b@c', 'Callout <x>', 'a\nb <a@example.com>']) refuses({ MAIL_FROM }, 'MAIL_FROM');
    refuses({ SMTP_HOST: 'x', SMTP_USER: 'u' }, 'SMTP_USER');
    refuses({ IMAP_HOST: 'x' }, 'INTAKE_ADDRESS');
    const mailbox = { IMAP_HOST: 'x', IMAP_USER: 'u', IMAP_PASSWORD: 'p' };
    for (const INTAKE_ADDRESS of ['x', 'callout+a@example.com', `${'a'.repeat(21)}@example.com`])
      refuses({ ...mailbox, INTAKE_ADDRESS }, 'INTAKE_ADDRESS');
    refuses({ LOG_LEVEL: 'loud' }, 'LOG_LEVEL');
    for (const PHOTO_METADATA of ['true', 'remove', 'STRIP']) refuses({ PHOTO_METADATA }, 'PHOTO_METADATA');
    for (const SLOW_QUERY of ['500', '0ms', 'off']) refuses({ SLOW_QUERY }, 'SLOW_QUERY');
    for (const MAX_OBJECTS of ['0', '-1', '2.5', 'many']) refuses({ MAX_OBJECTS }, 'MAX_OBJECTS');
    refuses({ MIN_FREE_DISK_BYTES: '1GB' }, 'MIN_FREE_DISK_BYTES');
    for (const PUBLIC_URL of ['callout.example.com', 'ftp://x', 'https://x/?a']) refuses({ PUBLIC_URL }, 'PUBLIC_URL');
    for (const rest of ['x/app', 'x/app/', 'x/app/login', 'x/a b', 'user:pw@x', 'user@x', '@x', 'x\\app', 'x/?', 'x#', 'x/./'])
      refuses({ PUBLIC_URL: `https://${rest}` }, 'PUBLIC_URL must be scheme, host and port only');
    for (const PHOTO_MAX_BYTES of ['0', '10MB', '-1']) refuses({ PHOTO_MAX_BYTES }, 'PHOTO_MAX_BYTES');
    for (const AUDIT_RETENTION_DAYS of ['0', '-1', 'x', '36501']) refuses({ AUDIT_RETENTION_DAYS }, 'AUDIT_RETENTION_DAYS');
    for (const SESSION_MAX_AGE of ['90', '0d', '36501d']) refuses({ SESSION_MAX_AGE }, 'SESSION_MAX_AGE');
    for (const PASSWORD_BLOCKLIST of ['yes', '1']) refuses({ PASSWORD_BLOCKLIST }, 'PASSWORD_BLOCKLIST');
    for (const REQUIRE_MFA of ['admins', 'admin;client', 'true']) refuses({ REQUIRE_MFA }, 'REQUIRE_MFA');
    for (const REQUIRE_OWN_PASSWORD of ['yes', '1']) refuses({ REQUIRE_OWN_PASSWORD }, 'REQUIRE_OWN_PASSWORD');
    for (const TICKET_RETENTION_DAYS of ['-1', 'x', '1.5']) refuses({ TICKET_RETENTION_DAYS }, 'TICKET_RETENTION_DAYS');
    for (const RECURRING_TICK_EVERY of ['1', '25d']) refuses({ RECURRING_TICK_EVERY }, 'RECURRING_TICK_EVERY');
    refuses({ PHOTO_MAX_PER_TICKET: '0' }, 'PHOTO_MAX_PER_TICKET');
    for (const PHOTO_URL_TTL of ['15', '8d']) refuses({ PHOTO_URL_TTL }, 'PHOTO_URL_TTL');
    for (const SECURITY_CONTACT of ['security@example.com', 'http://x', 'mailto:x', 'mailto:a@b\nExpires: x'])
      refuses({ SECURITY_CONTACT }, 'SECURITY_CONTACT');
    refuses({ BACKUP_KEY: 'x'.repeat(23) }, 'BACKUP_KEY');
    refuses({ S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'x' }, 'S3_SECRET_ACCESS_KEY');
    refuses({ S3_BUCKET: 'b', S3_ENDPOINT: 'localhost:9000' }, 'S3_ENDPOINT');
    refuses({ S3_ENDPOINT: 'http://localhost:9000' }, 'S3_BUCKET');
    for (const [name, value] of Object.entries(provider)) {
      refuses({ [name]: value }, 'must be set together with');
      refuses({ ...provider, [name]: '' }, `${name} must be set together with`);
    }
    refuses({ OIDC_CREATE_ACCOUNTS: 'true' }, 'OIDC_ISSUER');
    refuses({ OIDC_NAME: 'Acme' }, 'OIDC_ISSUER');
    for (const OIDC_ISSUER of ['login.example.com', 'http://login.example.com', 'https://x/?a', 'https://a:b@x', 'ftp://x'])
      refuses({ ...provider, OIDC_ISSUER }, 'OIDC_ISSUER');
    for (const OIDC_SCOPES of ['email', 'openid, email', 'openid "x"']) refuses({ ...provider, OIDC_SCOPES }, 'OIDC_SCOPES');
    refuses({ ...provider, OIDC_CREATE_ACCOUNTS: 'yes' }, 'OIDC_CREATE_ACCOUNTS');
    refuses({ ...provider, OIDC_ROLE_CLAIM: 'groups' }, 'OIDC_ROLE_ADMIN');
    refuses({ ...provider, OIDC_ROLE_ADMIN: 'it' }, 'OIDC_ROLE_CLAIM');
    refuses({ ADMIN_EMAIL: 'root@example.com' }, 'ADMIN_PASSWORD');
    refuses({ ADMIN_PASSWORD: 'long-enough-1' }, 'ADMIN_EMAIL');
    refuses({ ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: 'weak' }, 'ADMIN_PASSWORD');
  });

  it('the configuration loader reads the sign-in provider with its defaults, and the values of the claim for each role', () => {
    const { issuer, ...plain } = load({ ...provider, OIDC_CREATE_ACCOUNTS: 'false' }).oidc ?? {};
    assert.equal(String(issuer), 'https://login.example.com/');
    assert.deepEqual(plain, {
      clientId: 'callout',
      clientSecret: 'secret',
      name: 'login.example.com',
      scopes: 'openid email profile',
      trustsEmail: false,
      createsAccounts: false,
      roles: undefined,
    });
    const loopback = { ...provider, OIDC_ISSUER: 'http://127.0.0.1:8080', OIDC_SCOPES: 'openid  groups' };
    const roles = { OIDC_ROLE_CLAIM: 'groups', OIDC_ROLE_ADMIN: 'it, heads', OIDC_ROLE_WORKER: 'staff' };
    const mapped = load({ ...loopback, ...roles, OIDC_NAME: 'Acme', OIDC_CREATE_ACCOUNTS: 'true' }).oidc;
    assert.deepEqual([mapped?.name, mapped?.scopes, mapped?.createsAccounts], ['Acme', 'openid groups', true]);
    assert.deepEqual(mapped?.roles?.values, [
      { role: 'admin', values: ['it', 'heads'] },
      { role: 'client', values: [] },
      { role: 'worker', values: ['staff'] },
    ]);
  });

  it('the configuration loader takes PUBLIC_URL with a trailing slash, a port, an address or a name in another script', () => {
    assert.equal(load({ PUBLIC_URL: 'HTTPS://X.example:8443' }).publicUrl, 'https://X.example:8443');
    for (const PUBLIC_URL of ['https://x', 'http://[::1]:3000', 'http://10.0.0.5', 'https://bücher.example'])
      assert.equal(load({ PUBLIC_URL: `${PUBLIC_URL}/` }).publicUrl, PUBLIC_URL);
  });

  it('the configuration loader reads how mails are encrypted: SMTP_SECURITY before the older settings, port 465 as TLS without it', () => {
    const read = (settings: Record<string, string>) => {
      const { smtp } = load({ SMTP_HOST: 'mail.example.com', ...settings });
      return [smtp?.port, smtp?.security];
    };
    assert.deepEqual(read({}), [587, 'opportunistic']);
    assert.deepEqual(read({ SMTP_PORT: '465' }), [465, 'tls']);
    assert.deepEqual(read({ SMTP_PORT: '465', SMTP_SECURE: 'false' }), [465, 'tls']);
    assert.deepEqual(read({ SMTP_SECURE: 'true' }), [465, 'tls']);
    assert.deepEqual(read({ SMTP_PORT: '25', SMTP_REQUIRE_TLS: 'true' }), [25, 'starttls']);
    assert.deepEqual(read({ SMTP_SECURITY: 'tls' }), [465, 'tls']);
    assert.deepEqual(read({ SMTP_SECURITY: 'starttls', SMTP_PORT: '465', SMTP_SECURE: 'true' }), [465, 'starttls']);
    assert.deepEqual(read({ SMTP_SECURITY: 'none', SMTP_REQUIRE_TLS: 'true' }), [587, 'none']);
    refuses({ SMTP_SECURITY: 'ssl' }, 'SMTP_SECURITY');
  });

  it('the configuration loader takes the settings of OAuth for mails together, with a user and without a password', () => {
    const oauth = {
      SMTP_OAUTH_CLIENT_ID: 'callout',
      SMTP_OAUTH_CLIENT_SECRET: 'client-secret',
      SMTP_OAUTH_REFRESH_TOKEN: 'refresh',
      SMTP_OAUTH_TOKEN_URL: 'https://login.example.com/token',
    };
    const mail = { SMTP_HOST: 'mail.example.com', SMTP_USER: 'callout@example.com' };
    assert.equal(load({ ...mail, ...oauth }).smtp?.oauth?.clientId, 'callout');
    refuses({ ...mail, ...oauth, SMTP_OAUTH_REFRESH_TOKEN: '' }, 'SMTP_OAUTH_REFRESH_TOKEN');
    refuses({ ...mail, ...oauth, SMTP_OAUTH_TOKEN_URL: 'http://login.example.com/token' }, 'SMTP_OAUTH_TOKEN_URL');
    refuses({ ...mail, ...oauth, SMTP_PASSWORD: 'secret' }, 'SMTP_PASSWORD');
    refuses({ ...mail, ...oauth, SMTP_USER: '' }, 'SMTP_USER');
  });

  it('the configuration loader reads IPv6 addresses of HOST and SMTP_HOST with and without brackets', () => {
    for (const address of ['::1', '2001:db8::5']) {
      const { host, smtp } = load({ HOST: `[${address}]`, SMTP_HOST: `[${address}]` });
      assert.deepEqual([host, smtp?.host], [address, address]);
      assert.equal(load({ HOST: address }).host, address);
    }
  });

  it('the configuration loader reads hosts of push services with their port, 443 unless given', () => {
    const { pushAllowedHosts } = load({ PUSH_ALLOWED_HOSTS: 'Push.example.lan, 10.0.0.5:8443,[fd00::1]:8443' });
    assert.deepEqual([...pushAllowedHosts], ['push.example.lan:443', '10.0.0.5:8443', '[fd00::1]:8443']);
  });

  it('the configuration loader reads secrets from the file in NAME_FILE without the trailing line break', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'callout-config-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'secret');
    writeFileSync(file, 'from a file\n');
    assert.equal(loadConfig({ JWT_SECRET_FILE: file }).jwtSecret, 'from a file');
    refuses({ JWT_SECRET_FILE: file }, 'JWT_SECRET');
    assert.throws(() => loadConfig({ JWT_SECRET_FILE: '/nowhere' }), /JWT_SECRET_FILE/);
  });
});

const root = join(import.meta.dirname, '..');
const text = (file: string) => readFileSync(join(root, file), 'utf8');

it('docs/configuration.md and .env.example are what the definitions of the settings say: npm run openapi', () => {
  assert.equal(text('docs/configuration.md'), withSettingTables());
  assert.equal(text('.env.example'), environmentExample());
});

it('each setting that is defined is read, and documented in words', () => {
  const sources = globSync('src/platform/config/*.ts', { cwd: root, exclude: ['src/platform/config/settings.ts'] });
  const read = sources.map(text).join('\n');
  for (const [name, { meaning }] of Object.entries(settings)) {
    assert(read.includes(`'${name}'`), name);
    assert(meaning.length >= 10, name);
  }
});

it('docs/configuration.md says type, range, default and the key in the console of a setting', () => {
  const rowOf = (name: string) => text('docs/configuration.md').match(new RegExp(`^\\| \`${name}\` .*$`, 'm'))?.[0];
  assert.match(rowOf('PORT') ?? '', /\| number, 0 to 65535 \| `3000` \| {2}\|/);
  assert.match(rowOf('TICKET_RETENTION_DAYS') ?? '', /\| days, 0 to 36500 \| `60` \|/);
  assert.match(rowOf('SMTP_HOST') ?? '', /\| host \| {2}\| `smtp.host`, since \d+\.\d+\.\d+ \|/);
});

it('names that are no settings are found: misspelled ones, and files of what is no secret', () => {
  const names = ['PORT', 'SMTP_HSOT', 'JWT_SECRET_FILE', 'PORT_FILE', 'https_proxy'];
  assert.deepEqual(unknownSettings(names), ['SMTP_HSOT', 'PORT_FILE']);
});

it('docs/rules.md has the defaults of the quotas', () => {
  const rows = [...text('docs/rules.md').matchAll(/^\| `(MAX_\w+)` +\| ([\d,]+) +\|/gm)];
  const documented = Object.fromEntries(rows.map(([, name = '', value = '']) => [name, Number(value.replaceAll(',', ''))]));
  const { PORTAL_PROOF: _, ...quotas } = settingGroups.Quotas;
  const defined = Object.entries(quotas).map(([name, setting]) => [name, setting.default]);
  assert.deepEqual(documented, Object.fromEntries(defined));
});
