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
  /** not in `npm test`: about what few changes touch */
  extended: string[];
  /** only in `npm run test:all`: minutes long */
  exhaustive: string[];
}

const unit = [
  'architecture',
  'bot-api',
  'client/library',
  'command-line',
  'config',
  'contract',
  'embedded-folders',
  'fair-queue',
  'intake/parse-mail',
  'intake/reply-address',
  'lib',
  'money',
  'notifications/due-time',
  'notifications/mail-template',
  'package-lock',
  'pattern-dates',
  'photos/remove-metadata',
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
  'chaos/crash',
  'client/integrations',
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
  'security/browser-policies',
  'security/cross-site',
  'security/end-all-sessions',
  'security/header-injection',
  'security/key-rotation',
  'security/secrets-in-logs',
  'stats',
  'status-page',
  'supply-chain-scripts',
  'two-factor',
  'upgrade/',
  'webhooks/delivery',
];

const exhaustive = ['chaos/'];

/** What a version of PostgreSQL can change, with the reason. Plain statements run on both servers in these files, too. */
const decidedByServer = {
  'live-updates': 'visibility of transactions',
  migrate: 'locks of tables, and what a statement may change',
  races: 'locks of rows, constraints under concurrency, and errors within transactions',
  recurring: 'dates, intervals and time zones',
  'ticket-list': 'order of texts, filters with JSON and arrays',
  'ticket-search': 'text search and similarity',
  deliveries: 'claims with SKIP LOCKED, recursive queries',
  'security/rate-limit-races': 'upserts under concurrency',
  'security/refresh-races': 'updates under concurrency',
  'queries/': 'plans and prepared statements',
};

/** Started first, so that nothing else is over when they still run. */
const longest = ['chaos/', 'embedded/', 'matrix/authorization', 'process/', 'queries/query-plans', 'upgrade/upgrade'];

/**
 * Files of the layers api and extended with a process of their own: they replace timers, prototypes or the proxy, measure the event loop,
 * start the service as a process, take longest, or have hooks around every test.
 */
const alone = [
  'archive/',
  'backup-files',
  'bot-leases',
  'bots',
  'chaos/',
  'client/package',
  'connection-settings',
  'docs-site',
  'embedded/',
  'event-loop',
  'exports',
  'heavy-reads',
  'jobs',
  'live-updates',
  'matrix/authorization',
  'metrics',
  'notifications/channels',
  'notifications/inbox',
  'notifications/push',
  'on-my-way',
  'overload',
  'photos/local',
  'photos/s3',
  'process/',
  'proxy-settings',
  'queries/',
  'recount',
  'recurring-patterns',
  'security/backups',
  'security/end-all-sessions',
  'security/health-disclosure',
  'security/key-rotation',
  'security/timing',
  'statement-sizes',
  'supply-chain-scripts',
  'upgrade/',
  'webhooks/',
];

/** @param names of folders (`process/`) and of files without `.test.ts`, below test/ */
const isNamed = (file: string, names: string[]): boolean =>
  names.some((name) => (name.endsWith('/') ? file.startsWith(`test/${name}`) : file === `test/${name}.test.ts`));

/** @returns whether a file may run in a process with others */
export const canShareProcess = (file: string): boolean => ['api', 'extended'].includes(layerOf(file)) && !isNamed(file, alone);

/** @returns every test file, in exactly one layer */
export function findLayers(): Layers {
  const layers: Layers = { unit: [], api: [], e2e: [], extended: [], exhaustive: [] };
  for (const file of testFiles()) layers[layerOf(file)].push(file);
  return layers;
}

export function layerOf(file: string): keyof Layers {
  if (isNamed(file, extended)) return 'extended';
  if (isNamed(file, exhaustive)) return 'exhaustive';
  if (isNamed(file, unit)) return 'unit';
  return isNamed(file, e2e) ? 'e2e' : 'api';
}

/** @returns those of the files that run on another version of PostgreSQL, too */
export const filesForSecondServer = (files: string[]): string[] =>
  files.filter((file) => isNamed(file, Object.keys(decidedByServer)) && ['api', 'extended'].includes(layerOf(file)));

const testFiles = (): string[] =>
  globSync('test/**/*.test.ts')
    .map((file) => file.replaceAll('\\', '/'))
    .sort((a, b) => Number(isNamed(b, longest)) - Number(isNamed(a, longest)) || (a < b ? -1 : 1));
