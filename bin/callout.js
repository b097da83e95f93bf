#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Node keeps the sources compiled and without types for the next start, which halves its time (docs/performance.md).
// This file is JavaScript, so that nothing has to remove types when all is kept.
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'callout'));

const { main } = await import('../src/cli/main.ts');
await main(process.argv.slice(2));
