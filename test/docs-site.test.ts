import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { after, it } from 'node:test';
import { sidebar } from '../docs/.vitepress/sidebar.ts';

// `npm run docs` into a temporary folder. The build itself fails for a link to a page that does not exist.

const root = join(import.meta.dirname, '..');
const site = mkdtempSync(join(tmpdir(), 'callout-docs-'));
after(() => rmSync(site, { recursive: true, force: true }));

const { status, stdout, stderr } = spawnSync(
  process.execPath,
  [join(root, 'node_modules', 'vitepress', 'bin', 'vitepress.js'), 'build', 'docs'],
  { cwd: root, env: { PATH: process.env['PATH'], DOCS_OUT: site }, encoding: 'utf8' },
);
assert.equal(status, 0, stdout + stderr);

const pages = new Map(globSync('**/*.html', { cwd: site }).map((file) => [file, readFileSync(join(site, file), 'utf8')]));
const idsOf = (html: string): Set<string> => new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id));
const ids = new Map([...pages].map(([file, html]) => [file, idsOf(html)]));

/** @returns the file of an address of the site */
function fileOf(address: string): string {
  const path = address.replace(/^\//, '');
  if (path === '' || path.endsWith('/')) return `${path}index.html`;
  return /\.[a-z]+$/.test(path) ? path : `${path}.html`;
}

interface SidebarItem {
  text?: string;
  link?: string;
  items?: SidebarItem[];
}

const linksOf = (items: SidebarItem[]): string[] =>
  items.flatMap(({ link, items: inner = [] }) => [...(link ? [link] : []), ...linksOf(inner)]);

it('each page of the sidebar exists, and each page is in the sidebar', () => {
  const linked = linksOf(sidebar).map(fileOf);
  assert(linked.length > 50);
  assert.deepEqual(
    linked.filter((file) => !pages.has(file)),
    [],
  );
  const missing = [...pages.keys()].filter((file) => !linked.includes(file));
  assert.deepEqual(missing.sort(), ['404.html', 'index.html']);
});

it('each internal link and its anchor lead to something', () => {
  const broken: string[] = [];
  let count = 0;
  for (const [page, html] of pages) {
    for (const [, href = ''] of html.matchAll(/<a\b[^>]*?\shref="([^"]+)"/g)) {
      if (/^[a-z]+:/i.test(href)) continue;
      count++;
      const [path = '', anchor] = decodeURIComponent(href).split('#');
      const target = path === '' ? page : fileOf(path.startsWith('/') ? path : posix.join('/', dirname(page), path));
      const found = anchor ? ids.get(target)?.has(anchor) : existsSync(join(site, target));
      if (!found) broken.push(`${page}: ${href}`);
    }
  }
  assert.deepEqual([...new Set(broken)], []);
  assert(count > 1_000);
});

it('no page loads anything from another host', () => {
  const loaded =
    /<(?:script|img|link|iframe|source|video|audio|embed|object)\b[^>]*?\s(?:src|srcset|href|data)="((?:https?:)?\/\/[^"]+)"/g;
  const foreign = [...pages].flatMap(([file, html]) => [...html.matchAll(loaded)].map(([, url]) => `${file}: ${url}`));
  const styles = globSync('**/*.css', { cwd: site }).flatMap((file) =>
    [...readFileSync(join(site, file), 'utf8').matchAll(/(?:url\(|@import\s*)["']?((?:https?:)?\/\/[^)"']+)/g)].map(
      ([, url]) => `${file}: ${url}`,
    ),
  );
  assert.deepEqual([...foreign, ...styles], []);
});
