import { days } from '../../lib/duration.ts';
import { duration, flag, host, integer, list, secret, text } from './kinds.ts';

// Who may do what, and where the service and its database are.

export const addressSettings = {
  JWT_SECRET: secret(
    'signs the access tokens; required, 32 characters or more (fewer: a warning): `openssl rand -base64 32`. [Changing it](keys.md) ends no session',
  ),
  JWT_SECRET_PREVIOUS: secret(
    'the value before a change: access tokens that it signed are accepted for one hour after each start; empty: they end at once',
  ),
  DATA_ENCRYPTION_KEY: secret(
    "32 bytes, base64 or hex, that encrypt the tokens of people's own bots, the secrets of second factors and of webhooks, the addresses of portals, the key for push notifications and the secrets among the [settings](settings.md); empty: nobody can connect a bot, nothing is pushed, secrets cannot be stored as settings, and the secrets of second factors and of webhooks and the addresses of portals are stored readable. Without the key what was encrypted cannot be read",
  ),
  DATA_ENCRYPTION_KEY_PREVIOUS: secret(
    'the value before a change: what it encrypted is encrypted again after the start ([Rotating keys](keys.md))',
  ),
  PUBLIC_URL: text(
    '',
    'scheme, host and port at which people open Callout, without a path: base of links in mails and messages and of links to local photos; empty: `http://localhost:PORT`, and for photos the address of the request',
  ),
  ADMIN_EMAIL: text('', 'first admin, created at the start when there is no admin; later starts change nothing'),
  ADMIN_PASSWORD: secret("the first admin's password: 10 to 72 characters with a letter and a digit"),
};

export const serverSettings = {
  HOST: host('0.0.0.0', 'address to listen on; `127.0.0.1` behind a proxy on the same machine, `::` for IPv6 as well as IPv4'),
  PORT: integer(3000, { min: 0, max: 65_535 }, 'port to listen on; 0: any free port'),
  COOKIE_SECURE: flag(false, '`true` behind TLS: browsers send the session cookie over TLS only'),
  TRUSTED_PROXIES: list(
    'networks of trusted proxies, comma-separated (`10.0.0.0/8`), which must overwrite `X-Forwarded-For`; loopback is always trusted',
  ),
  CORS_ORIGINS: list('browser origins that may call the API, comma-separated; the console under `/app/` needs none'),
  SWAGGER: flag(false, '`true`: interactive API description under `/swagger/index.html`'),
  SECURITY_CONTACT: text(
    '',
    'where to report vulnerabilities, `mailto:...` or `https://...`, shown in `/.well-known/security.txt` (RFC 9116); empty: 404',
  ),
};

export const databaseSettings = {
  DATABASE_URL: secret(
    '`postgres://user:password@host:5432/database`, PostgreSQL 15 or newer, a pooler between only in [session mode](database.md#pgbouncer); empty: the [embedded server](database.md#embedded-server)',
  ),
  MIGRATION_DATABASE_URL: secret(
    'the same database as the owner of the tables, who migrates ([Roles](database.md#database-roles)); empty: `DATABASE_URL` does both',
  ),
  DATABASE_REPLICA_URL: secret(
    'a hot standby that takes heavy reads: searches, exports, statistics ([Replica](scaling.md#5-a-replica-for-heavy-reads)); it must allow the role of `DATABASE_URL`; empty: the primary takes them',
  ),
  DATABASE_START_TIMEOUT: duration('60s', 'how long a start waits until `DATABASE_URL` leads to a server that accepts writes'),
  DATA_DIR: text('./data', 'folder of the embedded database, local photos, bundles and unfinished uploads'),
  POSTGRES_BIN: text(
    '',
    'folder of `postgres` and `initdb` for the embedded server; empty: those from npm, else the newest on the machine',
  ),
  BACKUP_KEY: secret(
    'encrypts [backups](backup.md#encryption), 24 characters or more: `openssl rand -base64 32`; empty: they are not encrypted. Without the key nobody can read them',
  ),
};

export const signInSettings = {
  REFRESH_TOKEN_TTL: duration('30d', 'lifetime of a session that is not used'),
  SESSION_MAX_AGE: duration('90d', 'how long a session lasts from its sign-in, however often it is used', days(36_500)),
  PASSWORD_BLOCKLIST: flag(false, '`true`: new passwords that are common, or nearly, are refused with 400'),
  REQUIRE_MFA: list(
    'roles (`admin`, `client`, `worker`; comma-separated) whose accounts need a [second factor](rules.md#two-factor-authentication): without one they get 403 (`second factor required`) for all but setting one up',
  ),
  REQUIRE_OWN_PASSWORD: flag(
    false,
    '`true`: workers change a password that somebody else chose before they accept invitations (409)',
  ),
  OIDC_ISSUER: text(
    '',
    'address of an OpenID Connect provider with whose accounts people sign in ([Sign-in](sign-in.md)); empty: passwords only',
  ),
  OIDC_CLIENT_ID: text('', 'the client that is registered at the provider, with the redirect URI `PUBLIC_URL/ext/oidc/callback`'),
  OIDC_CLIENT_SECRET: secret('secret of that client'),
  OIDC_NAME: text('', 'what the console calls the provider; empty: the host of `OIDC_ISSUER`'),
  OIDC_SCOPES: text('', 'scopes separated by spaces; empty: `openid email profile`'),
  OIDC_TRUST_EMAIL: flag(
    false,
    '`true`: addresses count as verified of which the provider does not say whether they are ([Sign-in](sign-in.md#providers-that-do-not-say-whether-an-address-is-verified)); for the provider of one company alone',
  ),
  OIDC_CREATE_ACCOUNTS: flag(false, '`true`: who has no account gets one at the first sign-in'),
  OIDC_ROLE_CLAIM: text(
    '',
    'claim that gives the role of a new account, such as `groups` or `realm_access.roles`; empty: new accounts are workers',
  ),
  OIDC_ROLE_ADMIN: list('values of the claim that make an admin, comma-separated'),
  OIDC_ROLE_CLIENT: list('values of the claim that make a client, comma-separated'),
  OIDC_ROLE_WORKER: list('values of the claim that make a worker, comma-separated'),
};
