import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { it } from 'node:test';
import { findGuards } from './guards.ts';
import { redundant } from './table.ts';

// The run itself (`npm run mutate`) takes long; this sees to it that it still can be done.

const root = join(import.meta.dirname, '..', '..');
const guards = findGuards(root);

it('finds guards of every kind, each of which can be taken out of the source', () => {
  const kinds = Object.groupBy(guards, ({ kind }) => kind);
  assert.deepEqual(Object.keys(kinds).sort(), ['check', 'named', 'refusal', 'role', 'transition', 'where']);
  for (const { file, start, end, instead, what } of guards) {
    const text = readFileSync(join(root, file), 'utf8');
    const mutated = text.slice(0, start) + instead + text.slice(end);
    assert.notEqual(mutated, text, what);
    assert.doesNotThrow(() => stripTypeScriptTypes(mutated), `${file}: ${what}`);
  }
});

it('knows each guard that is called redundant, and why it is', () => {
  for (const { file, what, why } of redundant) {
    assert(
      guards.some((guard) => guard.file === file && guard.what.startsWith(what)),
      `${file} has no guard ${what}`,
    );
    assert(why.length > 20, what);
  }
});
