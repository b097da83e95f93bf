import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { dismissToast, pauseToast, removeToast, restartToast, showToast } from '../../web/src/lib/toasts.ts';

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
