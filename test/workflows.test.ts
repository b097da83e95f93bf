import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { it } from 'node:test';
import { parse } from 'yaml';

const folder = new URL('../.github/workflows/', import.meta.url);
const read = (name: string) => parse(readFileSync(new URL(name, folder), 'utf8'));

it('every action of the workflows is pinned by a commit', () => {
  for (const name of readdirSync(folder)) {
    const jobs: { steps: { uses?: string }[] }[] = Object.values(read(name).jobs);
    for (const { uses } of jobs.flatMap(({ steps }) => steps)) if (uses) assert.match(uses, /@[0-9a-f]{40}$/, name);
  }
});
