import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { generatePublicOperations, generateTypes } from '../../clients/typescript/generate-types.ts';

const written = (file: string): string =>
  readFileSync(new URL(`../../clients/typescript/src/${file}`, import.meta.url), 'utf8');

it('the types of the client are those of docs/openapi.json', () => {
  assert(written('operations.ts') === generateTypes(), 'npm run openapi writes them anew'); // a comparison would print both texts
});

it('the operations that the client calls without a token are those of docs/openapi.json', () => {
  assert.equal(written('public-operations.ts'), generatePublicOperations());
});
