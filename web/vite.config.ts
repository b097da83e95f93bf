import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress, preloadedWith, printFirstPageSize, serviceWorkerPrecache, withoutUnusedParts } from './vite-plugins.ts';

const serviceUrl = 'http://localhost:3000';
const apiPaths = [
  '/auth',
  '/users',
  '/projects',
  '/objects',
  '/tickets',
  '/recurring',
  '/invitations',
  '/ext',
  '/files',
  '/db-ping',
];

export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  plugins: [react(), withoutUnusedParts(), serviceWorkerPrecache(), precompress(), printFirstPageSize()],
  // The parser of csv files comes with what it needs of Node.
  resolve: { alias: { 'csv-parse/sync': 'csv-parse/browser/esm/sync' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'], // the first with light-dark()
    manifest: true,
    modulePreload: { polyfill: false, resolveDependencies: preloadedWith },
    assetsInlineLimit: 0, // the content security policy forbids data: URLs of scripts and styles
    rolldownOptions: {
      input: { main: `${import.meta.dirname}/index.html`, sw: `${import.meta.dirname}/sw/sw.ts` },
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        // Few files for what every page needs: on a slow connection each request costs a round trip.
        codeSplitting: {
          groups: [
            // Parts of libraries that only some pages use come with these.
            { name: 'libraries', test: /node_modules\/(?!qrcode)/, tags: ['$initial'] },
            {
              name: 'shared',
              test: /web\/src\/(lib\/(?!loopback|calendar-date)|contract\/(?!photo-metadata|import-|money)|http|session\/(?!draft-pictures)|api\/(?!download-file|passkeys|sign-out|use-merged-ticket-lists)|offline-data\/(?!open-jobs)|offline-queue\/(?!resize-photo|merge-answers|requests|send-(?:answers|change|comment|found|cost|hold|photo|request|signature))|(?:ui|features)\/(?!acting\/(?!lazy)|qr-code|inviting|pass-on|add-readable|add-picture|ticket-fields|deadlines|account-|absences|assigning|reassigning|object-picker|password-strength|picture-viewer|popover-button|radio-tiles|tile-link|schedule-fields|filters\/|keyboard-shortcuts\/(shortcut-sheet|texts)|(contact|name|new-password|search)-fields?|confirm-dialog|copyable-text|fact|list-rows|note|option-list|patterns|dialog\.|photo-url-cache|use-broken-urls|picker-selection|planning|profile-form|recent-objects|search\/(?!search-button)|searchable-list|section-tabs|show-more|sign-out|snippets|ticket-extras\/(?!lazy)|unsent\/(?!unsent-changes)|use-preloaded|use-url-search|user-picker)|i18n\/(?!(de|pl|long-texts)\.ts|server-errors))/,
            },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: { proxy: Object.fromEntries(apiPaths.map((path) => [path, serviceUrl])) },
});
