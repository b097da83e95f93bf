import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isChunkLoadError } from '../../web/src/components/chunk-load-error.ts';

it('isChunkLoadError recognizes a missing script in each browser', () => {
  for (const message of [
    'Failed to fetch dynamically imported module: https://example.com/app/assets/list-1.js', // Chromium
    'error loading dynamically imported module: https://example.com/app/assets/list-1.js', // Firefox
    'Importing a module script failed.', // Safari
    'Unable to preload CSS for /app/assets/list-1.css', // Vite
  ])
    assert(isChunkLoadError(new TypeError(message)), message);
});

it('isChunkLoadError ignores other errors', () => {
  for (const error of [new TypeError("Cannot read properties of undefined (reading 'name')"), 'text', undefined])
    assert(!isChunkLoadError(error));
});
