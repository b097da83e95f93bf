import { days } from '../../lib/duration.ts';
import { choice, duration, flag, integer, secret, text, url } from './kinds.ts';

// What is kept, how much of it, and what is recorded about it.

export const storageSettings = {
  PHOTO_MAX_BYTES: integer(10_485_760, { min: 1, max: 1_073_741_824, unit: 'bytes' }, 'largest photo'),
  PHOTO_MAX_PER_TICKET: integer(20, { min: 1, max: 10_000 }, 'photos per ticket'),
  PHOTO_URL_TTL: duration('15m', 'lifetime of a link to a photo', days(7)),
  PHOTO_METADATA: choice(
    'keep',
    ['keep', 'strip'],
    '`strip`: Exif (GPS position, camera), XMP, IPTC, comments and thumbnails are removed from uploads ([Photos](photos.md#where-photos-are))',
  ),
  PHOTO_LINK_SECRET: secret(
    'signs links to local photos; empty: `JWT_SECRET` does. Changing it ends the links that were given out',
  ),
  PHOTO_LINK_SECRET_PREVIOUS: secret(
    'the value before a change: links that it signed stay valid until they expire; empty: they end at once',
  ),
  MIN_FREE_DISK_BYTES: integer(
    256 * 1024 * 1024,
    { min: 1, unit: 'bytes' },
    'uploads get 500 when less would be free on the disk of `DATA_DIR` or `DATA_DIR/photos`',
  ),
  S3_BUCKET: text('', 'bucket for photos; empty: files under `DATA_DIR`'),
  S3_ENDPOINT: text('', 'address of an S3-compatible server; empty: AWS'),
  S3_REGION: text('', 'region of the bucket; empty: `us-east-1`'),
  S3_ACCESS_KEY_ID: secret("access key id; empty: the machine's role"),
  S3_SECRET_ACCESS_KEY: secret('secret access key'),
  S3_FORCE_PATH_STYLE: flag(false, '`true` for most servers other than AWS'),
};

export const retentionSettings = {
  RECURRING_TICK_EVERY: duration('24h', 'interval of the job that evaluates rules', days(24)),
  TICKET_RETENTION_DAYS: integer(
    60,
    { min: 0, max: 36_500, unit: 'days' },
    'time after which closed tickets are deleted with their journal and photos; 0 keeps them',
  ),
  ARCHIVE: flag(false, '`true`: closed tickets are written into [bundles](photos.md#archive) before they are deleted'),
  AUDIT_RETENTION_DAYS: integer(400, { min: 1, max: 36_500, unit: 'days' }, 'time after which security events are deleted'),
};

export const quotaSettings = {
  MAX_ACCOUNTS_PER_HOUR: integer(100, { min: 1 }, 'accounts that a client creates in an hour; above it 429'),
  MAX_COMMENTS_PER_HOUR: integer(300, { min: 1 }, 'comments that an account writes in an hour; above it 429'),
  PORTAL_PROOF: flag(
    true,
    '`false`: reports without an account need no proof of work ([Portal](portal.md#protection-against-abuse)); forms that are sent without a script never do, and have lower limits',
  ),
  MAX_REPORTS_PER_NETWORK: integer(
    10,
    { min: 1 },
    'reports without an account from one network in an hour; above it 429 ([Portal](portal.md))',
  ),
  MAX_REPORTS_PER_OBJECT: integer(
    50,
    { min: 1 },
    'reports about one object in 24 hours, by people without an account and as many by workers; above it 429',
  ),
  MAX_PROJECTS: integer(1_000, { min: 1 }, 'projects of a client; above it 409'),
  MAX_OBJECTS: integer(20_000, { min: 1 }, 'objects of a client in all projects; above it 409'),
  MAX_EQUIPMENT: integer(100_000, { min: 1 }, 'equipment of a client in all objects; above it 409'),
  MAX_RULES: integer(20_000, { min: 1 }, 'rules of a client; above it 409'),
  MAX_INVITATIONS: integer(2_000, { min: 1 }, 'open invitations of a client; above it 409'),
  MAX_WEBHOOKS: integer(20, { min: 1 }, 'webhooks of an account; above it 409'),
  MAX_UPLOADS: integer(8, { min: 1 }, 'concurrent uploads of an account, up to 64; further ones wait'),
  MAX_LIVE_STREAMS: integer(10, { min: 1 }, 'live update streams of an account on one instance; a further one ends the oldest'),
};

export const monitoringSettings = {
  LOG_LEVEL: choice(
    'info',
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    'the least severe lines that are logged',
  ),
  LOG_CLIENT_ADDRESS: flag(
    true,
    '`false`: the log line of a response has no client address; lines of failed logins and the audit log always have it',
  ),
  SLOW_QUERY: duration('500ms', 'statements that take the database this long are logged'),
  METRICS_TOKEN: secret(
    'bearer token for [`/metrics`](monitoring.md#metrics); empty: it answers loopback and `TRUSTED_PROXIES` only, and no request that came through a proxy from elsewhere',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(
    '',
    'collector of OpenTelemetry for [traces](monitoring.md#traces), such as `http://127.0.0.1:4318`; empty: nothing is recorded or loaded',
  ),
};
