import { globSync } from 'node:fs';

// Which files of node:test run when. A new file belongs to the API layer unless it is named here. The console's tests
// are Playwright's (playwright.config.ts).

export interface Layers {
  /** neither a database nor a process of the service */
  unit: string[];
  /** the application in the test's process, with a database */
  api: string[];
  /** the service as a process, and what stands in front of it */
  e2e: string[];
  /** only in `npm run test:all`: minutes long, or about what few changes touch */
  extended: string[];
}

const unit = [
  'architecture',
  'bot-files',
  'client/live',
  'client/requests',
  'client/types',
  'client/webhooks',
  'command-line',
  'config',
  'contract',
  'embedded-folders',
  'fair-queue',
  'fake-servers',
  'graceful-shutdown',
  'lib',
  'notifications/due-time',
  'notifications/mail-template',
  'notifications/response-pauses',
  'package-lock',
  'periodic-jobs',
  'photos/remove-metadata',
  'schedule',
  'thread-tasks',
  'send-throttle',
  'queries/prepared-statement-names',
  'web/',
  'with-node',
];

const e2e = ['process/'];

const extended = [
  'archive/',
  'backup-files',
  'bots',
  'calendar',
  'chain',
  'chaos/',
  'client/package',
  'database-timeouts',
  'docs-site',
  'embedded/',
  'exports',
  'heavy-reads',
  'idempotency-samples',
  'import',
  'messenger-notifications',
  'notifications/channels',
  'notifications/chat-actions',
  'notifications/chat-files',
  'notifications/push',
  'oidc',
  'overload',
  'passkeys',
  'photos/s3',
  'photos/thumbs',
  'portal/',
  'process/bots',
  'process/database-roles',
  'process/idempotency',
  'process/package',
  'process/retention',
  'process/standby',
  'process/supervise',
  'project-deletion',
  'queries/audit-plans',
  'queries/query-plans',
  'queries/queue-plans',
  'queries/search-plans',
  'queries/ticket-date-filters',
  'recount',
  'report-visibility',
  'report/',
  'saved-views',
  'search',
  'security/backups',
  'security/cross-site',
  'security/end-all-sessions',
  'security/header-injection',
  'security/key-rotation',
  'security/reset-poisoning',
  'security/secrets-in-logs',
  'security/transport-headers',
  'stats',
  'status-page',
  'supply-chain-scripts',
  'test-runner',
  'two-factor',
  'upgrade/',
  'webhooks/delivery',
];

/** Where a version of PostgreSQL most likely makes a difference: locks, plans, search, queues. All else runs there in `test:all`. */
const decidedByServer = [
  'journal-poller',
  'migrate',
  'races',
  'recurring',
  'recheck-in-transaction',
  'security/rate-limit-races',
  'security/refresh-races',
  'queries/',
  'ticket-list',
];

/** What starts a server of its own or none, or looks at processes or a storage alone: another server cannot change it. */
const withoutServer = [
  'archive/process',
  'archive/s3',
  'chaos/clusters',
  'chaos/noisy-neighbours',
  'chaos/restarts',
  'docs-site',
  'embedded/',
  'process/dashboard',
  'process/ops-files',
  'process/package',
  'process/proxy',
  'process/serve',
  'process/standby',
  'process/stop',
  'process/supervise',
  'report/render',
  'supply-chain-scripts',
];

/**
 * Messages, files, HTTP, sign-in, permissions and command lines: the statements behind them are plain, and run on the second server in
 * other tests, too.
 */
const decidedWithoutStatements = [
  'bots',
  'chaos/deliveries',
  'chaos/requests',
  'client/',
  'import',
  'mail',
  'matrix/authorization',
  'messenger',
  'messenger-notifications',
  'notifications/channels',
  'notifications/chat-actions',
  'notifications/chat-files',
  'notifications/push',
  'oidc',
  'overload',
  'passkeys',
  'photos/attachments',
  'photos/local',
  'photos/s3',
  'photos/s3-upload-queue',
  'photos/thumbs',
  'portal/',
  'process/bots',
  'process/bucket-proxy',
  'process/proxy-limits',
  'process/startup-imports',
  'report/',
  'security/bodies',
  'security/body-sizes',
  'security/cross-site',
  'security/email-addresses',
  'security/end-all-sessions',
  'security/client-address',
  'security/header-injection',
  'security/health-disclosure',
  'security/inputs',
  'security/key-rotation',
  'security/long-passwords',
  'security/uploads',
  'security/paths',
  'security/photo-links',
  'security/photo-policy',
  'security/raw-requests',
  'security/reset-poisoning',
  'security/secrets-in-logs',
  'security/timing',
  'security/token-forgery',
  'security/transport-headers',
  'test-runner',
  'two-factor',
  'webhooks/',
];

/** @param names of folders (`process/`) and of files without `.test.ts`, below test/ */
export const isNamed = (file: string, names: string[]): boolean =>
  names.some((name) => (name.endsWith('/') ? file.startsWith(`test/${name}`) : file === `test/${name}.test.ts`));

/** @returns every test file, in exactly one layer */
export function findLayers(): Layers {
  const layers: Layers = { unit: [], api: [], e2e: [], extended: [] };
  for (const file of testFiles()) layers[layerOf(file)].push(file);
  return layers;
}

function layerOf(file: string): keyof Layers {
  if (isNamed(file, extended)) return 'extended';
  if (isNamed(file, unit)) return 'unit';
  return isNamed(file, e2e) ? 'e2e' : 'api';
}

/** @returns the files that `npm test` repeats on another version of PostgreSQL */
export const filesForSecondServer = ({ api }: Layers): string[] => api.filter((file) => isNamed(file, decidedByServer));

/** @returns the other files that another version of PostgreSQL could change, for `npm run test:all` */
export const remainingForSecondServer = ({ api, e2e, extended: long }: Layers): string[] =>
  [...api.filter((file) => !isNamed(file, decidedByServer)), ...e2e, ...long].filter(
    (file) => !isNamed(file, [...withoutServer, ...decidedWithoutStatements]),
  );

const testFiles = (): string[] =>
  globSync('test/**/*.test.ts')
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
