import assert from 'node:assert/strict';
import { it } from 'node:test';
import { canChoose, comparedPair } from '../../web/src/pages/ticket/compared-pair.ts';
import { en } from '../../web/src/i18n/en.ts';
import { beforeAndAfter, hasPhotoOfResult, photoLabel } from '../../web/src/pages/ticket/photo-rounds.ts';

const photo = (id: number) => ({
  id,
  ticket_id: 1,
  uploader_id: 'w',
  uploader_name: 'Wanda',
  original_name: `${id}.jpg`,
  content_type: 'image/jpeg' as const,
  size_bytes: 1,
  url: `/files/${id}`,
  created_at: '2026-11-23T12:00:00.000Z',
});

const photos = [photo(1), photo(2), photo(3), photo(4)] as const;
const [first, second, third, last] = photos;
const usual = { before: first, after: last };

it('comparedPair is the usual one until the user chooses', () => {
  assert.deepEqual(comparedPair(usual, undefined, [...photos]), usual);
  assert.deepEqual(comparedPair(usual, { before: '2', after: '3' }, [...photos]), { before: second, after: third });
});

it('comparedPair is the usual one again when a chosen photo was removed', () => {
  assert.deepEqual(comparedPair(usual, { before: '2', after: '3' }, [first, second, last]), usual);
});

it('canChoose allows photos before that were taken before the other one, and after accordingly', () => {
  const pair = { before: second, after: third };
  const allowed = (side: 'before' | 'after'): number[] =>
    photos.filter((one) => canChoose(side, one, pair, [...photos])).map(({ id }) => id);
  assert.deepEqual(allowed('before'), [1, 2]);
  assert.deepEqual(allowed('after'), [3, 4]);
});

const reported = {
  id: 1, // attachments have ids of their own
  ticket_id: 1,
  kind: 'report' as const,
  author_id: 'a',
  author_name: 'Anna',
  filename: 'reported.jpg',
  content_type: 'image/jpeg' as const,
  size: 1,
  url: '/files/a1',
  thumb_url: '/thumbs/a1',
  created_at: '2026-11-23T11:00:00.000Z',
};
const done = { status: 'done' as const, done_at: '2026-11-23T13:00:00.000Z', rework_count: 0 };

it('the only photo of the work shows the result where the report has a picture, and otherwise what was broken', () => {
  const ticket = { rework_count: 0 };
  assert.equal(hasPhotoOfResult(ticket, [first], true), true);
  assert.equal(photoLabel(ticket, [first], first, true, en), 'After');
  assert.equal(hasPhotoOfResult(ticket, [first], false), false);
  assert.equal(photoLabel(ticket, [first], first, false, en), 'Before');
  for (const isReportPictured of [true, false]) {
    assert.equal(hasPhotoOfResult(ticket, [], isReportPictured), false);
    assert.deepEqual(
      [first, last].map((one) => photoLabel(ticket, [first, last], one, isReportPictured, en)),
      ['Before', 'After'],
    );
  }
});

it('beforeAndAfter begins with the picture of the report when the work has one photo only', () => {
  assert.deepEqual(beforeAndAfter(done, [first], reported), { before: reported, after: first });
  assert.deepEqual(beforeAndAfter(done, [first, last], reported), { before: first, after: last });
  assert.equal(beforeAndAfter(done, [], reported), undefined);
  assert.equal(beforeAndAfter({ ...done, status: 'in_progress' }, [first], reported), undefined);
});

it('a picture of the report can be chosen as the one before, and never as the one after', () => {
  const pair = { before: first, after: third };
  const all = [reported, ...photos];
  assert.equal(canChoose('before', reported, pair, all), true);
  assert.equal(canChoose('after', reported, pair, all), false);
  assert.deepEqual(comparedPair(usual, { before: 'report 1', after: '3' }, all), { before: reported, after: third });
});
