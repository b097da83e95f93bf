import { findBinaries } from './binaries.ts';

// `npm run postgres:link`: prepares the embedded PostgreSQL after `npm ci` where the service may not write to node_modules.

if (!findBinaries({ postgresBin: '', searchPath: '' })) {
  console.error('no PostgreSQL for this machine: the service needs DATABASE_URL');
  process.exitCode = 1;
}
