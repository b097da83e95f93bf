// The layers of docs/architecture.md: no folder imports one above it, and no folders import each other in a circle.

const layers = ['platform', 'product', 'outbound', 'appliance', 'service', 'cli'];
const platform = [
  'lib',
  'threads',
  'security',
  'config',
  'metrics',
  'tracing',
  'database',
  'audit',
  'storage',
  'deliveries',
  'jobs',
  'http',
  'health',
  'live-updates',
  'module',
  'system',
];
const areas = ['identity', 'places', 'tickets', 'files', 'schedules', 'reporting', 'intake'];
const web = [
  'lib',
  'contract',
  'http',
  'i18n',
  'session',
  'api',
  'push',
  'offline-queue',
  'offline-data',
  'ui',
  'features',
  'pages',
  'app',
];

/** @returns a rule for each folder of the list: it imports none that stands after it */
const inOrder = (root, folders) =>
  folders.slice(0, -1).map((folder, i) => ({
    name: `${root}/${folder} imports nothing above it`,
    severity: 'error',
    from: { path: `^${root}/${folder}/` },
    to: { path: `^${root}/(${folders.slice(i + 1).join('|')})/` },
  }));

module.exports = {
  forbidden: [
    { name: 'no circular imports', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no circular folders',
      scope: 'folder',
      severity: 'error',
      from: { path: '^(src|web/src)/' },
      to: { circular: true },
    },
    ...inOrder('src', layers),
    ...inOrder('src/platform', platform),
    ...inOrder('src/product', areas),
    ...inOrder('web/src', web),
    {
      name: 'web/src/ui knows no product',
      severity: 'error',
      from: { path: '^web/src/ui/' },
      to: { path: '^web/src/(contract|api|push|offline-queue|offline-data)/' },
    },
    {
      name: 'the service knows no tests',
      severity: 'error',
      from: { path: '^(src|web)/' },
      to: { path: '^(testing|test|chaos|bench)/' },
    },
    {
      name: 'shared helpers know no tests',
      severity: 'error',
      from: { path: '^testing/' },
      to: { path: '^(test|chaos|bench)/' },
    },
    {
      name: 'the client library stands alone',
      severity: 'error',
      from: { path: '^clients/typescript/src/' },
      to: { pathNot: '^clients/typescript/src/' },
    },
    { name: 'bench and chaos stand alone', severity: 'error', from: { path: '^(chaos|bench)/' }, to: { path: '^test/' } },
    { name: 'bench knows no chaos', severity: 'error', from: { path: '^bench/' }, to: { path: '^chaos/' } },
    { name: 'chaos knows no bench', severity: 'error', from: { path: '^chaos/' }, to: { path: '^bench/' } },
    {
      name: 'the lifecycle table imports nothing',
      severity: 'error',
      from: { path: '^src/product/tickets/lifecycle\\.ts$' },
      to: {},
    },
    {
      name: 'chaos checks the service without its code',
      severity: 'error',
      from: {
        path: '^(chaos/|testing/(api-fixtures|http-client|invariants|service-instance)\\.ts$)',
        pathNot: '^chaos/model/recurring-rules\\.ts$',
      },
      to: { path: '^src/' },
    },
    {
      name: 'Fastify stays in http, routes and what puts them together',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot:
          '^src/(platform/(http|system)/|app\\.ts|service/serve\\.ts|product/identity/auth/(access|token-answer)\\.ts|product/files/photos/(upload-receiver|local-file-route)\\.ts|product/reporting/exports/stream-export\\.ts|product/intake/portal/answer-page\\.ts)|routes\\.ts$',
      },
      to: { path: '^node_modules/@?fastify' },
    },
  ],
  options: {
    parser: 'swc', // its other parser needs an older TypeScript
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
  },
};
