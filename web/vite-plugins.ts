import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const placeholder = '__PRECACHE_MANIFEST__';
/** Large, and used only where a new password is typed, which needs a connection anyway. */
const notPrecached = /^assets\/strength-worker-/;

/**
 * Writes the list of files to cache into the service worker, with a version that changes with them and with itself.
 * @throws when the service worker or the page was not built
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
      const main = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry && file.name === 'main');
      if (!main) throw new Error('the page was not built');
      const hashed = files.join() + (page?.type === 'asset' ? page.source : '') + worker.code;
      const version = createHash('sha256').update(hashed).digest('hex').slice(0, 12);
      const manifest = JSON.stringify({ version, files, mainScript: main.fileName });
      worker.code = worker.code.replace(placeholder, manifest.replaceAll('"', '\\"'));
    },
  };
}

/** What stands in for parts of the component library, by file: its style elements, which the content security policy forbids, and what the console does not use. */
const replacedParts = {
  'MantineCssVariables.mjs': 'export const MantineCssVariables = () => null;',
  'MantineClasses.mjs': 'export const MantineClasses = () => null;',
  // The names of colors count, of which the style sheets have the values.
  'default-colors.mjs':
    "export const DEFAULT_COLORS = Object.fromEntries(['dark', 'gray', 'red', 'orange'].map((name) => [name, Array(10).fill('#000')]));",
  'Transition.mjs':
    'export const Transition = ({ mounted, transition, children }) => (mounted ? children(transition.in ?? {}) : null);',
  'ButtonGroup.mjs': 'export const ButtonGroup = undefined;',
  'ButtonGroupSection.mjs': 'export const ButtonGroupSection = undefined;',
  'ActionIconGroup.mjs': 'export const ActionIconGroup = undefined;',
  'ActionIconGroupSection.mjs': 'export const ActionIconGroupSection = undefined;',
  'AvatarPlaceholderIcon.mjs': 'export const AvatarPlaceholderIcon = () => null;',
};

/**
 * Leaves out parts of the component library that every page would load and none needs.
 * @throws when the library has no such file any more
 */
export function withoutUnusedParts(): Plugin {
  const missing = new Set(Object.keys(replacedParts));
  return {
    name: 'without-unused-parts',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const [file, replacement] = Object.entries(replacedParts).find(([name]) => id.endsWith(`/${name}`)) ?? [];
      if (file) missing.delete(file);
      return replacement;
    },
    buildEnd() {
      if (missing.size > 0) this.error(`not in the component library: ${[...missing].join(', ')}`);
    },
  };
}

/** The pages that the first script opens. */
const openedFirst = /\/(login|client-home|my-tickets|board)-[^/]*$/;

/**
 * What is requested together with a script: all imports of the first script, as links in the HTML, and those of the first pages.
 * The names for all pages would be a fiftieth of the first page. After the first visit the service worker has their files.
 */
export const preloadedWith = (script: string, imports: string[], { hostType }: { hostType: 'html' | 'js' }): string[] =>
  hostType === 'html' || openedFirst.test(script) ? imports : [];

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

/** The modules of the first page of each role, besides the page itself. */
const firstPages = ['client/client-home', 'worker/my-tickets', 'admin/board'];
const maxFirstPageKib = 190;

/** Prints the compressed size of the scripts that the first page of each role needs. */
export function printFirstPageSize(): Plugin {
  return {
    name: 'first-page-size',
    apply: 'build',
    writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const fileOf = (path: string): string | undefined =>
        chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(path))?.fileName;
      for (const home of firstPages) {
        const files = new Set<string>();
        const add = (name: string | undefined): void => {
          const chunk = name === undefined || files.has(name) ? undefined : bundle[name];
          if (chunk?.type !== 'chunk') return;
          files.add(chunk.fileName);
          for (const next of chunk.imports) add(next);
        };
        for (const path of ['/index.html', '/account/login.tsx', `/pages/${home}.tsx`, '/i18n/pl.ts']) add(fileOf(path));
        const contents = [...files].map((name) => (bundle[name] as { code: string }).code);
        const kib = contents.reduce((sum, content) => sum + gzipSync(content).length, 0) / 1024;
        this.info(`first page ${home}: ${kib.toFixed(1)} KiB gzip of scripts, at most ${maxFirstPageKib} KiB`);
      }
    },
  };
}
