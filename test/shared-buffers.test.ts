import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedBuffersMiB } from '../src/appliance/embedded-postgres/shared-buffers.ts';

const gibibyte = 1024 ** 3;

test('the embedded server caches an eighth of the memory, between 128 MiB and 2 GiB', () => {
  const cached = [0.5, 1, 4, 15.9, 64].map((size) => sharedBuffersMiB(size * gibibyte));
  assert.deepEqual(cached, [128, 128, 512, 2035, 2048]);
});
