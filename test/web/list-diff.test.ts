import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { diffLists, type ListPart } from '../../web/src/components/list-diff.ts';

interface Row {
  id: number;
}

const part = (ids: number[], total = ids.length, offset = 0): ListPart<Row> => ({
  items: ids.map((id) => ({ id })),
  total,
  offset,
});

/** What the comparison of two lists says, as plain ids. */
function compare(shown: ListPart<Row>[], latest: ListPart<Row>[]) {
  const { parts, removed, added } = diffLists(shown, latest);
  return { rows: parts.flatMap(({ items }) => items.map(({ id }) => id)), removed: [...removed], added };
}

describe('diffLists', () => {
  it('keeps a row that new rows pushed off the first page', () => {
    assert.deepEqual(compare([part([5, 4, 3], 5)], [part([6, 5, 4], 6)]), { rows: [5, 4, 3], removed: [], added: 1 });
  });

  it('keeps all rows when a full page of new rows came before them', () => {
    assert.deepEqual(compare([part([3, 2], 3)], [part([5, 4], 5)]), { rows: [3, 2], removed: [], added: 2 });
  });

  it('does not count a row that moved over from the page before', () => {
    assert.deepEqual(compare([part([3, 2], 6, 2)], [part([4, 3], 7, 2)]), { rows: [3, 2], removed: [], added: 0 });
  });

  it('keeps a row that moved back to the page before', () => {
    assert.deepEqual(compare([part([3, 2], 6, 2)], [part([2, 1], 5, 2)]), { rows: [3, 2, 1], removed: [], added: 0 });
  });

  it('marks a row that left the middle of a page, and appends the one that moved up', () => {
    assert.deepEqual(compare([part([5, 4, 3], 5)], [part([5, 3, 2], 4)]), { rows: [5, 4, 3, 2], removed: [4], added: 0 });
  });

  it('marks the last row of a complete list when it left', () => {
    assert.deepEqual(compare([part([3, 2, 1])], [part([3, 2])]), { rows: [3, 2, 1], removed: [1], added: 0 });
  });

  it('counts a new row at the end of a complete list without showing it', () => {
    assert.deepEqual(compare([part([1, 2])], [part([1, 2, 3])]), { rows: [1, 2], removed: [], added: 1 });
  });

  it('marks all rows of a list that is empty now', () => {
    assert.deepEqual(compare([part([2, 1])], [part([])]), { rows: [2, 1], removed: [2, 1], added: 0 });
  });

  it('appends the rows of a longer page', () => {
    assert.deepEqual(compare([part([4, 3], 4)], [part([4, 3, 2, 1], 4)]), { rows: [4, 3, 2, 1], removed: [], added: 0 });
  });

  it('keeps a row that moved from one part of a merged list to another', () => {
    const shown = [part([9]), part([5, 4])];
    assert.deepEqual(compare(shown, [part([9, 5]), part([4])]), { rows: [9, 5, 4], removed: [], added: 0 });
  });

  it('keeps a row that was pushed off the end of a part of a merged list', () => {
    const shown = [part([9, 8], 3), part([5])];
    assert.deepEqual(compare(shown, [part([10, 9], 4), part([5])]), { rows: [9, 8, 5], removed: [], added: 1 });
  });
});
