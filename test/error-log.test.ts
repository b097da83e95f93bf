import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ThrottledErrorLog } from '../src/platform/lib/throttled-error-log.ts';
import { waitFor } from '../testing/wait.ts';

it('ThrottledErrorLog writes the first error of a kind with its stack, and the other errors of that second as one line with their count', async () => {
  const lines: { details: { err?: Error; reason?: string; count?: number }; message: string }[] = [];
  const log = { error: (details: object, message: string) => void lines.push({ details, message }) };
  const errors = new ThrottledErrorLog();
  for (let i = 0; i < 500; i++) errors.write(log, new Error('the database does not answer'));
  errors.write(log, new TypeError('another fault'));
  assert.deepEqual(
    lines.map(({ details }) => details.err?.message),
    ['the database does not answer', 'another fault'],
  );
  await waitFor(() => lines.length === 3);
  assert.deepEqual(lines[2]?.details, { reason: 'the database does not answer', count: 499 });
  errors.write(log, new Error('the database does not answer'));
  assert.equal(lines.length, 4, 'the next second begins with its stack again');
});

it('ThrottledErrorLog counts all kinds of errors beyond its limit as one kind', () => {
  let lines = 0;
  const log = { error: () => void lines++ };
  const errors = new ThrottledErrorLog();
  for (let i = 0; i < 5_000; i++) errors.write(log, new Error(`fault ${i}`));
  assert(lines <= 201, `${lines} lines`);
});
