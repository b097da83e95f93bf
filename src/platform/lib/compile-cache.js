import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Loaded before the program (`node --import`, in package.json). Node keeps what it makes of the sources, types
// removed and compiled, for the next start: that takes half the time then, and less memory
// (docs/performance.md). It is no TypeScript itself, so that what removes the types need not be loaded when
// all is kept. Where the folder cannot be written nothing is kept.
enableCompileCache(join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'callout'));
