import { resolve } from 'node:path';
import { it } from 'node:test';
import { pathToFileURL } from 'node:url';

// Loads the test files of one process, which TEST_FILES names. node:test itself drops the error of a file that fails to load after its
// first test.

for (const file of (process.env['TEST_FILES'] ?? '').split(' ')) {
  await import(pathToFileURL(resolve(file)).href).catch((error: unknown) => {
    it(`${file} loads`, () => {
      throw error;
    });
  });
}
