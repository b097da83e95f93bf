import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LockFile } from './package-files.ts';

// `npm run lock`: corrects package-lock.json after npm has written it. npm leaves out an optional package without a message when
// `engines` excludes the Node that runs npm. These packages, sharp's and Vite's binaries among them, run on the Node of the
// lock file, whichever Node npm has.

const file = join(import.meta.dirname, '..', 'package-lock.json');
const lock: LockFile = JSON.parse(readFileSync(file, 'utf8'));
for (const entry of Object.values(lock.packages)) if (entry.optional) delete entry['engines'];
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
