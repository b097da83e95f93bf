import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const placeholder = '__PRECACHE_MANIFEST__';
/** Large, and used only where a new password is typed, which needs a connection anyway. */
const notPrecached = /^assets\/strength-worker-/;

/**
 * Writes the list of files to cache into the service worker, with a version that changes with them.
 * @throws when the service worker was not built
 */
export function serviceWorkerPrecache(): Plugin {
  return {
    name: 'service-worker-precache',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const worker = bundle['sw.js'];
      if (worker?.type !== 'chunk') throw new Error('the service worker was not built');
      const built = Object.keys(bundle).filter((name) => name.startsWith('assets/') && !notPrecached.test(name));
      const files = ['./', 'icon.svg', 'manifest.webmanifest', ...built].sort();
      const page = bundle['index.html'];
      const hashed = files.join() + (page?.type === 'asset' ? page.source : '');
      const version = createHash('sha256').update(hashed).digest('hex').slice(0, 12);
      worker.code = worker.code.replace(placeholder, JSON.stringify({ version, files }).replaceAll('"', '\\"'));
    },
  };
}

/** Smaller files are sent as they are. */
const minCompressedBytes = 1000;
/** Above this size the best compression takes seconds for a few percent. */
const maxBestQualityBytes = 1_000_000;

/** Writes a gzip and a Brotli file beside each text file, so that the service compresses nothing per request. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle({ dir = '' }) {
      for (const file of globSync('**/*.{js,css,html,svg,webmanifest}', { cwd: dir })) {
        const path = join(dir, file);
        const bytes = readFileSync(path);
        if (bytes.length < minCompressedBytes) continue;
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
        const quality = bytes.length > maxBestQualityBytes ? 9 : constants.BROTLI_MAX_QUALITY;
        writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));
      }
    },
  };
}
