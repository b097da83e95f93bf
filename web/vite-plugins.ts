import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const placeholder = '__SHELL__';

/** Tells the service worker which files make the shell; the name of its cache changes with them. */
export function serviceWorkerPrecache(): Plugin {
  return {
    name: 'shell',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const worker = bundle['sw.js'];
      if (worker?.type !== 'chunk') throw new Error('the service worker was not built');
      const built = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
      const files = ['./', 'icon.svg', 'manifest.webmanifest', ...built].sort();
      const page = bundle['index.html'];
      const seed = files.join() + (page?.type === 'asset' ? page.source : '');
      const version = createHash('sha256').update(seed).digest('hex').slice(0, 12);
      worker.code = worker.code.replace(placeholder, JSON.stringify({ version, files }).replaceAll('"', '\\"'));
    },
  };
}

/** Files as they go over the wire: what the service sends need not be compressed each time. */
export function precompress(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir = '' }) {
      for (const file of globSync('**/*.{js,css,html,svg,webmanifest}', { cwd: dir })) {
        const path = join(dir, file);
        const bytes = readFileSync(path);
        if (bytes.length < 1000) continue;
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
        writeFileSync(`${path}.br`, brotliCompressSync(bytes));
      }
    },
  };
}
