import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { generateTypes } from '../../clients/typescript/generate-types.ts';

it('the types of the client are those of docs/openapi.json', () => {
  const written = readFileSync(new URL('../../clients/typescript/src/operations.ts', import.meta.url), 'utf8');
  assert(written === generateTypes(), 'npm run openapi writes them anew'); // a comparison would print both texts
});
