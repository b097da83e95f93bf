import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { generate, readDescription, readWritten } from '../../web/generate.ts';
import { dist } from './browser.ts';

const most = 200 * 1024;

interface Chunk {
  file: string;
  imports?: string[];
}

const read = (file: string): string => readFileSync(join(dist, file), 'utf8');

/** Everything that a page needs before it can be used, once. */
function filesOf(manifest: Record<string, Chunk>, entries: string[]): Set<string> {
  const files = new Set<string>();
  const walk = (key: string): void => {
    const chunk = manifest[key];
    assert(chunk, `${key} is not in the manifest`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const next of chunk.imports ?? []) walk(next);
  };
  for (const entry of entries) walk(entry);
  return files;
}

it('has types that fit the description of the API', () => {
  assert.equal(readWritten(), generate(readDescription()), 'run `npm run console:types`');
});

it('needs at most 200 KiB of compressed script before the first page of a role', () => {
  const manifest = JSON.parse(read('.vite/manifest.json')) as Record<string, Chunk>;
  for (const home of ['client/home', 'worker/mine', 'admin/board']) {
    const entries = ['index.html', 'src/pages/login.tsx', `src/pages/${home}.tsx`, 'src/words/de.ts'];
    const size = [...filesOf(manifest, entries)].reduce((sum, file) => sum + gzipSync(read(file)).length, 0);
    assert(size <= most, `${home}: ${Math.round(size / 1024)} KiB`);
  }
});

it('has no script or style inside its page, and nothing from elsewhere', () => {
  const page = read('index.html');
  assert.doesNotMatch(page, /<script(?![^>]* src=)|<style|style=|https?:/);
});
