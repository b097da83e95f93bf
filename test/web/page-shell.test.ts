import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { dismissToast, pauseToast, removeToast, restartToast, showToast } from '../../web/src/lib/toasts.ts';
import { isChunkLoadError } from '../../web/src/ui/chunk-load-error.ts';
import { navigationResponse } from '../../web/sw/navigation.ts';

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

describe('pages without the service', () => {
  const kept = new Response('kept');
  const answer = (status: number) => async () => new Response('new', { status });
  const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'));

  it('navigationResponse returns the kept page when a proxy answers for a service that is down', async () => {
    for (const status of [500, 502, 503, 504]) assert.equal(await navigationResponse(answer(status), kept), kept, String(status));
  });

  it('navigationResponse returns the kept page without a network', async () => {
    assert.equal(await navigationResponse(noNetwork, kept), kept);
  });

  it('navigationResponse returns what the service answers', async () => {
    for (const status of [200, 404]) assert.equal((await navigationResponse(answer(status), kept)).status, status);
  });

  it('navigationResponse returns whatever comes when no page is kept', async () => {
    assert.equal((await navigationResponse(answer(503), undefined)).status, 503);
    await assert.rejects(navigationResponse(noNetwork, undefined), TypeError);
  });
});

/** Notes which toasts have left the screen without an undo. */
function setUp(test: TestContext) {
  test.mock.timers.enable({ apis: ['setTimeout'] });
  const gone: string[] = [];
  const show = (text: string, fields: object = {}) => showToast({ text, onDismiss: () => gone.push(text), ...fields });
  return { gone, show, tick: (ms: number) => test.mock.timers.tick(ms) };
}

it('a toast goes after 4 seconds, one with an undo after 10', (test) => {
  const { gone, show, tick } = setUp(test);
  show('saved');
  tick(3_999);
  assert.deepEqual(gone, []);
  tick(1);
  assert.deepEqual(gone, ['saved']);
  show('removed', { undo: () => {} });
  tick(9_999);
  assert.deepEqual(gone, ['saved']);
  tick(1);
  assert.deepEqual(gone, ['saved', 'removed']);
});

it('a newer toast takes the place of an older one; an error stays until another error or its dismissal', (test) => {
  const { gone, show, tick } = setUp(test);
  show('first');
  const error = show('failed', { error: new Error('failed') });
  assert.deepEqual(gone, ['first']);
  show('second');
  tick(60_000);
  assert.deepEqual(gone, ['first', 'second']);
  const other = show('failed again', { error: new Error('failed') });
  assert.deepEqual(gone, ['first', 'second', 'failed']);
  dismissToast(error);
  dismissToast(other);
  assert.deepEqual(gone, ['first', 'second', 'failed', 'failed again']);
});

it('a toast under the pointer stays, and has its full time afterwards', (test) => {
  const { gone, show, tick } = setUp(test);
  const id = show('saved');
  tick(3_000);
  pauseToast(id);
  tick(60_000);
  restartToast(id);
  tick(3_999);
  assert.deepEqual(gone, []);
  tick(1);
  assert.deepEqual(gone, ['saved']);
});

it('a toast whose undo was used is not dismissed, and the end of the session shows none', (test) => {
  const { gone, show, tick } = setUp(test);
  removeToast(show('removed', { undo: () => {} }));
  const ended = Object.assign(new Error('over'), { name: 'SessionEndedError' });
  show('ended', { error: ended });
  show('next');
  tick(60_000);
  assert.deepEqual(gone, ['next']);
});
