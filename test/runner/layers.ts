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
  'config',
  'contract',
  'embedded-folders',
  'error-log',
  'fair-queue',
  'fake-servers',
  'graceful-shutdown',
  'lib',
  'notifications/due-time',
  'notifications/mail-template',
  'notifications/response-pauses',
  'openapi-examples',
  'package-lock',
  'patroni-config',
  'periodic-jobs',
  'photos/remove-metadata',
  'public-address',
  'schedule',
  'thread-tasks',
  'shared-buffers',
  'send-throttle',
  'workflows',
  'cached-verifier',
  'queries/prepared-statement-names',
  'web/',
  'with-node',
];

const e2e = ['process/'];

const extended = [
  'archive/',
  'backup-files',
  'bot-addressing',
  'bot-reply-limits',
  'bots',
  'calendar',
  'calendar-feed',
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
  'message-language',
  'messenger-notifications',
  'notifications/channels',
  'notifications/chat-actions',
  'notifications/chat-buttons',
  'notifications/chat-commands',
  'notifications/chat-files',
  'notifications/late-sends',
  'notifications/message-texts',
  'notifications/push',
  'notifications/push-sends',
  'oidc',
  'overload',
  'passkeys',
  'photos/s3',
  'photos/thumbs',
  'photos/thumbs-s3',
  'portal-proof',
  'portal/',
  'process/bots',
  'process/chat-actions',
  'process/command-line',
  'process/database-roles',
  'process/deadlines',
  'process/failover',
  'process/frozen-database',
  'process/idempotency',
  'process/package',
  'process/photos',
  'process/replica',
  'process/retention',
  'process/serve',
  'process/start-warnings',
  'process/supervise',
  'project-deletion',
  'queries/audit-plans',
  'queries/query-plans',
  'queries/search-plans',
  'queries/ticket-date-filters',
  'queries/ticket-details-plans',
  'queries/webhook-plans',
  'recount',
  'report-visibility',
  'report/',
  'rule-shift',
  'saved-views',
  'search',
  'security/backups',
  'security/content-types',
  'security/cross-site',
  'security/deep-json',
  'security/email-folding',
  'security/email-shape',
  'security/end-all-sessions',
  'security/header-injection',
  'security/http-methods',
  'security/key-rotation',
  'security/overflow',
  'security/path-traversal',
  'security/prototype-keys',
  'security/reset-poisoning',
  'security/secrets-in-logs',
  'security/small-chunks',
  'security/transport-headers',
  'security/unstorable-text',
  'stats',
  'status-page',
  'supply-chain-scripts',
  'test-message',
  'two-factor',
  'upgrade/',
  'webhooks/delivery',
];

/** What a version of PostgreSQL can change, with the reason. Plain statements run on both servers in these files, too. */
const decidedByServer = {
  'journal-poller': 'visibility of transactions',
  migrate: 'locks of tables, and what a statement may change',
  races: 'locks of rows, and constraints under concurrency',
  recurring: 'dates, intervals and time zones',
  'recheck-in-transaction': 'errors within transactions',
  'ticket-list': 'order of texts, filters with JSON and arrays',
  'ticket-search': 'text search and similarity',
  deliveries: 'claims with SKIP LOCKED, recursive queries',
  'security/rate-limit-races': 'upserts under concurrency',
  'security/refresh-races': 'updates under concurrency',
  'queries/': 'plans and prepared statements',
  'process/replica': 'replication',
};

/** @param names of folders (`process/`) and of files without `.test.ts`, below test/ */
const isNamed = (file: string, names: string[]): boolean =>
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

/** @returns the files that run on another version of PostgreSQL, too */
export const filesForSecondServer = (): string[] => testFiles().filter((file) => isNamed(file, Object.keys(decidedByServer)));

const testFiles = (): string[] =>
  globSync('test/**/*.test.ts')
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
