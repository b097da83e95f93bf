import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { idParameter, textParameter, textParameters } from '../../web/src/lib/search-parameters.ts';
import { datePresets, daysOf, presetOf } from '../../web/src/pages/tickets/date-presets.ts';
import { exportQuery, selectionQuery } from '../../web/src/pages/tickets/export/export-query.ts';
import {
  clearedFilters,
  type Filters,
  hasFilters,
  orderOf,
  readFilters,
  statusesOf,
  statusOf,
  tabOf,
  toQuery,
} from '../../web/src/pages/tickets/url-filters.ts';
import { isSameQuery, toFilters, toViewQuery } from '../../web/src/pages/tickets/views/view-query.ts';

// The filters of the console's list in its URL, in the API and in saved views.

const { TZ } = process.env;
process.env['TZ'] = 'Europe/Berlin';
after(() => {
  if (TZ === undefined) delete process.env['TZ'];
  else process.env['TZ'] = TZ;
});

const uuid = (digit: number): string => `5f0c7a3e-2b1d-4c8e-9a6f-0d1e2f3a4b5${digit}`;

it('readFilters keeps the valid values of a filter, each once, and drops others', () => {
  assert.deepEqual(
    readFilters({
      category: 'plumbing,fire,plumbing,electric',
      project_id: '3,x,0,7,1000000000',
      worker_id: `me,${uuid(1)}`,
      priority: 'urgent',
      status: 'done,open,new',
      overdue: 'false',
      q: '  lamp ',
      date_from: '2026-02-31',
      unknown: '1',
    }),
    { category: 'plumbing,electric', project_id: '3,7', worker_id: uuid(1), status: 'new,done', q: 'lamp' },
  );
});

it('readFilters drops statuses that are names of properties of every object', () => {
  for (const status of ['constructor', 'toString', '__proto__']) assert.deepEqual(readFilters({ status }), {}, status);
});

it('readFilters keeps as many values as the service takes', () => {
  const ids = Array.from({ length: 150 }, (_, index) => index + 1).join(',');
  assert.equal(readFilters({ object_id: ids }).object_id?.split(',').length, 100);
});

it('readFilters keeps as many tags as a ticket has, each as it was written', () => {
  assert.equal(readFilters({ tag: 'Gewährleistung,roof & storm, ,Gewährleistung' }).tag, 'Gewährleistung,roof & storm');
  assert.deepEqual(readFilters({ tag: `${'x'.repeat(41)}, spaced ` }), {});
  const many = Array.from({ length: 12 }, (_, index) => `tag ${index}`).join(',');
  assert.equal(readFilters({ tag: many }).tag?.split(',').length, 10);
});

it('tags are filters of the list, of saved views and of exports', () => {
  const filters: Filters = { tag: 'storm,roof' };
  assert(hasFilters(filters));
  assert.deepEqual(toQuery(filters), { tag: 'storm,roof' });
  assert.deepEqual(toFilters(toViewQuery(filters)), filters);
  assert(isSameQuery({ tag: 'roof,storm' }, toViewQuery(filters)));
  assert.equal(exportQuery(filters).get('tag'), 'storm,roof');
});

it('tabOf finds the smallest tab that has all of several statuses', () => {
  const expected: [status: string, tab: string, chosen: string[]][] = [
    ['', 'all', []],
    ['open', 'open', []],
    ['new', 'new', []],
    ['assigned', 'active', ['assigned']],
    ['rejected,assigned', 'active', ['rejected', 'assigned']],
    ['new,done', 'open', ['new', 'done']],
    ['new,closed', 'all', ['new', 'closed']],
  ];
  for (const [status, tab, chosen] of expected) assert.deepEqual(tabOf({ status }), { tab, chosen }, status);
});

it('statusOf names the tab that has exactly these statuses', () => {
  assert.equal(statusOf(['rejected', 'in_progress', 'assigned'], {}), 'active');
  assert.equal(statusOf(['done', 'new'], {}), 'new,done');
  assert.equal(statusOf([...statusesOf({ status: 'open' }), 'closed'], {}), '');
  assert.equal(statusOf([], { status: 'assigned' }), 'active');
});

it('clearedFilters keeps the tab of the statuses, and the order', () => {
  const filters: Filters = { status: 'assigned', category: 'other,climate', closed_to: '2026-01-01', sort: 'due', order: 'desc' };
  const cleared = readFilters({ ...filters, ...clearedFilters(filters) });
  assert.deepEqual(cleared, { status: 'active', sort: 'due', order: 'desc' });
  assert(hasFilters(filters) && !hasFilters(cleared));
});

it('orderOf sorts what is due first before the rest, and by relevance only with words', () => {
  assert.deepEqual(orderOf({}), { sort: 'created_at', order: 'desc' });
  assert.deepEqual(orderOf({ sort: 'due' }), { sort: 'due', order: 'asc' });
  assert.deepEqual(orderOf({ sort: 'relevance' }), { sort: 'created_at', order: 'desc' });
  assert.deepEqual(orderOf({ sort: 'relevance', q: 'lamp' }), { sort: 'relevance', order: 'desc' });
});

it('toQuery sends days as instants, also on the days when the clocks change', () => {
  assert.deepEqual(
    toQuery({ date_from: '2026-03-29', date_to: '2026-03-29', closed_from: '2026-10-25', closed_to: '2026-10-25' }),
    {
      created_from: '2026-03-28T23:00:00.000Z',
      created_to: '2026-03-29T22:00:00.000Z',
      closed_from: '2026-10-24T22:00:00.000Z',
      closed_to: '2026-10-25T23:00:00.000Z',
    },
  );
});

it('a saved view shows the filters that were saved, for random filters', () => {
  const seed = Date.now();
  let state = seed;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const some = (values: string[]): string => values.filter(() => random(2) === 0).join(',');
  const day = (): string =>
    random(2) === 0 ? '' : new Date(Date.UTC(2026, random(12), 1 + random(31))).toISOString().slice(0, 10);
  for (let run = 0; run < 300; run++) {
    const filters = readFilters({
      status: some(['new', 'assigned', 'in_progress', 'rejected', 'done', 'closed']) || ['open', 'active', ''][random(3)],
      category: some(['electric', 'plumbing', 'other']),
      priority: some(['low', 'high']),
      project_id: some(['1', '22']),
      worker_id: some([uuid(1), uuid(2)]),
      overdue: some(['true']),
      q: ['', 'b,a', 'lamp #7'][random(3)],
      ...{ date_from: day(), date_to: day(), closed_from: day(), closed_to: day() },
      sort: ['', 'due', 'updated_at'][random(3)],
    });
    const shown = toFilters(toViewQuery(filters));
    assert(shown, `seed ${seed}: ${JSON.stringify(filters)}`);
    assert.deepEqual(toViewQuery(shown), toViewQuery({ ...filters, status: shown.status ?? '' }), `seed ${seed}`);
    assert(isSameQuery(toViewQuery(shown), toViewQuery(filters)), `seed ${seed}`);
  }
});

it('isSameQuery compares values in any order and instants in any zone, and words as they are', () => {
  const at = { created_from: '2026-03-28T23:00:00.000Z' };
  assert(isSameQuery({ status: 'new,done', ...at }, { created_from: '2026-03-29T00:00:00+01:00', status: 'done,new' }));
  assert(!isSameQuery({ q: 'a,b' }, { q: 'b,a' }));
});

it('a view that was saved in another time zone shows its instants', () => {
  const october = { created_from: '2026-10-01T04:00:00Z', created_to: '2026-11-01T04:00:00.000Z' }; // New York
  assert.deepEqual(toFilters(october), { date_from: '2026-10-01T04:00:00.000Z', date_to: '2026-11-01T04:00:00.000Z' });
  const firstDay = { created_from: '2026-10-01T04:00:00Z', created_to: '2026-10-31T23:00:00Z' };
  assert.deepEqual(toFilters(firstDay), { date_from: '2026-10-01T04:00:00.000Z', date_to: '2026-10-31' });
  const atEight = { counted: 'created', created_hour: '8', timezone: 'America/New_York' };
  assert.deepEqual(toFilters(atEight), { counted: 'created', created_hour: '8', timezone: 'America/New_York' });
  assert.deepEqual(toQuery(toFilters(atEight) ?? {}), atEight);
  assert.deepEqual(toFilters({ ...atEight, timezone: 'Europe/Berlin' }), { counted: 'created', created_hour: '8' });
  assert(!hasFilters({ timezone: 'America/New_York' }));
});

it('a view keeps the days of a preset as such, and finds other days later', () => {
  const november = new Date('2026-11-23T12:00:00Z');
  const query = toViewQuery({ status: 'new', date_from: '2026-10-01', date_to: '2026-10-31' }, november);
  assert.deepEqual(query, { status: 'new', created_in: 'last_month' });
  assert.deepEqual(toFilters(query, november), { status: 'new', date_from: '2026-10-01', date_to: '2026-10-31' });
  const december = new Date('2026-12-03T12:00:00Z');
  const shown = toFilters(query, december) ?? {};
  assert.deepEqual(shown, { status: 'new', date_from: '2026-11-01', date_to: '2026-11-30' });
  assert(isSameQuery(toViewQuery(shown, december), query, december));
  assert.deepEqual(toViewQuery({ closed_from: '2026-11-17', closed_to: '2026-11-23' }, november), { closed_in: 'last_7_days' });
  // Saved by an earlier release.
  const saved = { created_from: '2026-09-30T22:00:00Z', created_to: '2026-10-31T23:00:00Z' };
  assert.deepEqual(toFilters(saved, november), { date_from: '2026-10-01', date_to: '2026-10-31' });
});

it('toFilters refuses a view that the list cannot show', () => {
  assert.equal(toFilters({ status: 'confirmed', handed_back: 'false' }), undefined);
  assert.equal(toFilters({ closed_to: 'no instant of JavaScript' }), undefined);
  assert.equal(isSameQuery({ closed_to: 'no instant of JavaScript' }, { status: 'done' }), false);
  assert.deepEqual(toFilters({ status: 'done,rejected,in_progress,assigned,new' }), { status: 'open' });
});

it('presets of dates are days of the device, and are recognised again', () => {
  const now = new Date(2026, 2, 1, 0, 30);
  const days = {
    today: ['2026-03-01', '2026-03-01'],
    lastSevenDays: ['2026-02-23', '2026-03-01'],
    lastMonth: ['2026-02-01', '2026-02-28'],
  };
  for (const preset of datePresets) {
    assert.deepEqual(daysOf(preset, now), days[preset]);
    assert.equal(presetOf(...(days[preset] as [string, string]), now), preset);
  }
  assert.equal(presetOf('2026-02-02', '2026-02-28', now), undefined);
  assert.deepEqual(daysOf('lastMonth', new Date(2026, 0, 31)), ['2025-12-01', '2025-12-31']);
});

it('an export asks for the filters and the order of the list, or for the selected tickets', () => {
  const filters: Filters = { status: 'open', q: 'lamp', date_from: '2026-03-29', sort: 'due' };
  assert.deepEqual(Object.fromEntries(exportQuery(filters)), {
    ...{ timezone: 'Europe/Berlin', language: 'en', status: 'new,assigned,in_progress,rejected,done', q: 'lamp' },
    ...{ created_from: '2026-03-28T23:00:00.000Z', sort: 'due' },
  });
  assert.deepEqual(Object.fromEntries(selectionQuery([3, 1], filters)), {
    ...{ timezone: 'Europe/Berlin', language: 'en', ids: '3,1', sort: 'due', order: 'asc' },
  });
});

it('search parameters that are no ids or texts are ignored', () => {
  assert.deepEqual(['7', 7, '0', '07', '1000000000', 'x', undefined].map(idParameter), ['7', '7', ...Array(5).fill(undefined)]);
  assert.deepEqual(['a', '', 7].map(textParameter), ['a', undefined, undefined]);
  assert.deepEqual(textParameters({ q: 'a', n: 7 }), { q: 'a' });
});
