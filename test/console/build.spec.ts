import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { dist } from './console-service.ts';

// The built files, without a browser.

const maxBytes = 190 * 1024;
const maxFontBytes = 45 * 1024;

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
    if (!chunk) throw new Error(`${key} is not in the manifest`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const next of chunk.imports ?? []) walk(next);
  };
  for (const entry of entries) walk(entry);
  return files;
}

test('the first page of each role needs at most 190 KiB of compressed script', () => {
  const manifest = JSON.parse(read('.vite/manifest.json')) as Record<string, Chunk>;
  for (const home of ['client/client-home', 'worker/my-tickets', 'admin/board']) {
    for (const language of ['de', 'pl']) {
      const entries = ['index.html', 'src/pages/account/login.tsx', `src/pages/${home}.tsx`, `src/i18n/${language}.ts`];
      const size = [...filesOf(manifest, entries)].reduce((sum, file) => sum + gzipSync(read(file)).length, 0);
      expect(size, `${home}, ${language}`).toBeLessThanOrEqual(maxBytes);
    }
  }
});

test('the page has no inline script or style, and loads nothing from other hosts', () => {
  const page = read('index.html');
  expect(page).not.toMatch(/<script(?![^>]* src=)|<style|style=|https?:/);
});

test('the page preloads its font, which is small and kept by the service worker', () => {
  const [, font = ''] = /<link rel="preload" href="\/app\/([^"]*\.woff2)"/.exec(read('index.html')) ?? [];
  expect(statSync(join(dist, font)).size).toBeLessThanOrEqual(maxFontBytes);
  expect(read('sw.js')).toContain(font);
  expect(read('inter-licence.txt')).toContain('SIL OPEN FONT LICENSE');
});

test('the dictionaries of the strength meter are in no script of a page and not precached', () => {
  const scripts = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'));
  const workers = scripts.filter((name) => name.startsWith('strength-worker-'));
  expect(workers).toHaveLength(1);
  expect(read(`assets/${workers[0]}`)).toContain('schmetterling');
  for (const name of scripts) if (!workers.includes(name)) expect(read(`assets/${name}`), name).not.toContain('schmetterling');
  expect(read('sw.js')).not.toContain('strength-worker-');
});

test('languages other than English are loaded on demand', () => {
  const manifest = JSON.parse(read('.vite/manifest.json')) as Record<string, Chunk>;
  const first = filesOf(manifest, ['index.html']);
  for (const name of ['de', 'pl', 'long-texts']) {
    const file = manifest[`src/i18n/${name}.ts`]?.file;
    expect(file, name).toBeTruthy();
    expect(first.has(String(file)), name).toBe(false);
  }
});
