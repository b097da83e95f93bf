import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { isNamed } from './layers.ts';

// Which test files share a process. Loading the service takes longer than most files take to run.

/** Each file keeps the connections of its service until the last one has ended. */
const filesPerProcess = 6;

/** What starts servers and services, which would run on beside other files. */
const withOwnProcess = ['archive/process', 'archive/s3', 'chaos/', 'docs-site', 'embedded/', 'process/', 'upgrade/'];
/** What reaches the tests of other files: hooks outside of a suite, mocked timers and prototypes, globals, the environment. */
const changesProcess = /^(beforeEach|afterEach)\(|mock\.timers|\.prototype|globalThis|process\.env\[.*\] =|delete process\.env/m;
/** In a module that test files import: the results would not tell which of them ran it. */
const definesTests = /^\s*(it|describe|beforeEach|afterEach)\(/m;

/** @returns the files of each process */
export function processGroups(files: string[]): string[][] {
  const groups = files.filter(needsOwnProcess).map((file) => [file]);
  const shared = files.filter((file) => !needsOwnProcess(file));
  for (let i = 0; i < shared.length; i += filesPerProcess) groups.push(shared.slice(i, i + filesPerProcess));
  return groups;
}

function needsOwnProcess(file: string): boolean {
  if (isNamed(file, withOwnProcess)) return true;
  const text = readFileSync(file, 'utf8');
  return changesProcess.test(text) || testModulesOf(file, text).some((module) => definesTests.test(readFileSync(module, 'utf8')));
}

/** @returns the modules below test/ that a test file imports */
function testModulesOf(file: string, text: string): string[] {
  const imported = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) => normalize(join(dirname(file), path)));
  return imported.filter((path) => path.startsWith('test/'));
}
