import assert from 'node:assert/strict';
import { it } from 'node:test';
import { keepPreviousRows } from '../../web/src/api/keep-previous-rows.ts';

const objects = (id: number, query: object) => ['GET /projects/{id}/objects', { id }, query];
const keep = keepPreviousRows(objects(1, { limit: 50 }));

it('keepPreviousRows keeps the rows while another page or search of the same list is read', () => {
  assert.equal(keep('rows', { queryKey: objects(1, { limit: 25 }) }), 'rows');
});

it('keepPreviousRows keeps nothing of the list of another project', () => {
  assert.equal(keep('rows', { queryKey: objects(2, { limit: 50 }) }), undefined);
});

it('keepPreviousRows keeps nothing when there was no list before', () => {
  assert.equal(keep(undefined, undefined), undefined);
});
