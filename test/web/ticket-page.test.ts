import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type {
  HandBack,
  Profile,
  Ticket,
  TicketAppointment,
  TicketComment,
  TicketEdit,
  TicketEvent,
  TicketHold,
} from '../../web/src/contract/schemas.ts';
import { insertSnippet } from '../../web/src/features/snippets/insert-snippet.ts';
import { descriptionBelowTitle, ticketTitle } from '../../web/src/features/ticket-title.ts';
import { en } from '../../web/src/i18n/en.ts';
import { ageLevel, attentionReason, byUrgency, statusSince } from '../../web/src/pages/admin/urgency.ts';
import { allowedTransitions, canChangeReport, canUploadPhoto } from '../../web/src/pages/ticket/allowed-transitions.ts';
import { canChoose, comparedPair } from '../../web/src/pages/ticket/compared-pair.ts';
import { changedFields } from '../../web/src/pages/ticket/connections/changed-fields.ts';
import { searchOf } from '../../web/src/pages/ticket/connections/link-search.ts';
import { itemOf, mergeTimeline } from '../../web/src/pages/ticket/merge-timeline.ts';
import { missingOperationOf } from '../../web/src/pages/ticket/missing-operation-of.ts';
import { remainingPhotos } from '../../web/src/pages/ticket/photo-limit.ts';
import { beforeAndAfter, hasPhotoOfResult, photoLabel, type RoundPhoto } from '../../web/src/pages/ticket/photo-rounds.ts';

// What the console shows of a ticket, and offers to whom.

const ticketOf = (fields: Partial<Ticket>): Ticket =>
  ({ id: 1, status: 'new', priority: 'normal', client_id: 'anna', worker_id: '', rework_count: 0, ...fields }) as Ticket;
const profileOf = (id: string, role: Profile['role']): Profile => ({ id, role, name: id }) as Profile;
const [anna, wanda, root] = [profileOf('anna', 'client'), profileOf('wanda', 'worker'), profileOf('root', 'admin')];
const [boris, walter] = [profileOf('boris', 'client'), profileOf('walter', 'worker')];

describe('the operations that are offered', () => {
  const expected: [status: Ticket['status'], byAnna: string, byWanda: string, byRoot: string][] = [
    ['new', 'assign cancel', '', 'assign cancel'],
    ['assigned', 'cancel', 'start', 'cancel'],
    ['in_progress', '', 'done', 'cancel'],
    ['done', 'confirm reject cancel', '', 'cancel'],
    ['rejected', 'cancel', 'start', 'cancel'],
    ['closed', '', '', ''],
  ];
  for (const [status, ...operations] of expected) {
    it(`are those that the lifecycle allows in the status ${status}`, () => {
      const ticket = ticketOf({ status, worker_id: 'wanda' });
      const offered = [anna, wanda, root].map((me) =>
        allowedTransitions(me, ticket)
          .map(({ op }) => op)
          .join(' '),
      );
      assert.deepEqual(offered, operations);
      for (const other of [boris, walter])
        if (status !== 'new' || other === boris) assert.deepEqual(allowedTransitions(other, ticket), [], other.id);
    });
  }

  it('a worker may take a new ticket of others, and no assigned one', () => {
    const operations = (ticket: Ticket) => allowedTransitions(walter, ticket).map(({ op }) => op);
    assert.deepEqual(operations(ticketOf({})), ['take']);
    assert.deepEqual(operations(ticketOf({ status: 'assigned', worker_id: 'wanda' })), []);
  });

  it('photos are added while the work goes on, pictures by the client and admins', () => {
    const begun = ticketOf({ status: 'in_progress', worker_id: 'wanda' });
    assert.deepEqual(
      [wanda, walter, anna, root].map((me) => canUploadPhoto(me, begun)),
      [true, false, false, true],
    );
    assert.equal(canUploadPhoto(wanda, { ...begun, status: 'assigned' }), false);
    assert.deepEqual(
      [anna, boris, wanda, root].map((me) => canChangeReport(me, begun)),
      [true, false, false, true],
    );
  });

  it('the reason is told where somebody looks for an operation that is not there', () => {
    const missing = (me: Profile, status: Ticket['status'], worker_id = 'wanda') =>
      missingOperationOf(me, ticketOf({ status, worker_id }));
    assert.equal(missing(anna, 'in_progress'), 'cancelWhileInProgress');
    assert.equal(missing(root, 'done'), 'confirmByClient');
    for (const status of ['assigned', 'rejected'] as const) assert.equal(missing(wanda, status), 'photosAfterStart');
    assert.equal(missing(wanda, 'in_progress'), 'handBackWhileInProgress');
    for (const [me, status] of [
      [anna, 'done'],
      [root, 'in_progress'],
      [walter, 'in_progress'],
      [wanda, 'done'],
    ] as const)
      assert.equal(missing(me, status), undefined, `${me.id} ${status}`);
  });
});

describe('the board of admins', () => {
  const now = Date.parse('2026-03-10T12:00:00Z');
  const hoursAgo = (hours: number): string => new Date(now - hours * 3_600_000).toISOString();

  it('an age counts from the time of the status', () => {
    const times = { created_at: 'c', assigned_at: 'a', started_at: 's', done_at: 'd', rejected_at: 'r' };
    const expected = { new: 'c', assigned: 'a', in_progress: 's', done: 'd', rejected: 'r', closed: 'c' };
    for (const [status, at] of Object.entries(expected))
      assert.equal(statusSince(ticketOf({ ...times, status: status as Ticket['status'] })), at, status);
  });

  it('an age is marked by priority, and waiting for the client as normal priority', () => {
    const level = (priority: Ticket['priority'], hours: number) =>
      ageLevel(ticketOf({ priority, created_at: hoursAgo(hours) }), now);
    const bounds = { high: [1, 4], normal: [24, 72], low: [72, 168] } as const;
    for (const priority of ['high', 'normal', 'low'] as const) {
      const [warning, critical] = bounds[priority];
      assert.deepEqual(
        [warning - 0.1, warning, critical - 0.1, critical].map((hours) => level(priority, hours)),
        ['normal', 'warning', 'warning', 'critical'],
        priority,
      );
    }
    assert.equal(ageLevel(ticketOf({ status: 'done', priority: 'high', done_at: hoursAgo(5) }), now), 'normal');
  });

  it('attention is needed for a reason', () => {
    const reasonOf = (fields: Partial<Ticket>) => attentionReason(ticketOf(fields), now, (id) => id === 'gone');
    const high = { priority: 'high', created_at: hoursAgo(1.1) } as const;
    assert.equal(reasonOf(high), 'unassigned');
    assert.equal(reasonOf({ ...high, created_at: hoursAgo(0.9) }), undefined);
    assert.equal(reasonOf({ ...high, priority: 'normal' }), undefined);
    assert.equal(reasonOf({ status: 'done', done_at: hoursAgo(72.1), worker_id: 'gone' }), 'unconfirmed');
    assert.equal(reasonOf({ status: 'done', done_at: hoursAgo(71.9) }), undefined);
    assert.equal(reasonOf({ status: 'assigned', worker_id: 'gone' }), 'disabled');
    assert.equal(reasonOf({ status: 'assigned', worker_id: 'wanda' }), undefined);
    assert.equal(reasonOf({ status: 'rejected', rework_count: 2 }), 'reworked');
    assert.equal(reasonOf({ status: 'rejected', rework_count: 1 }), undefined);
  });

  it('high priority comes first, then what is the longest in its status', () => {
    const order = [
      ticketOf({ id: 1, priority: 'low', created_at: hoursAgo(2) }),
      ticketOf({ id: 2, created_at: hoursAgo(3) }),
      ticketOf({ id: 3, priority: 'high', created_at: hoursAgo(1) }),
      ticketOf({ id: 5, created_at: hoursAgo(2) }),
    ].sort(byUrgency);
    assert.deepEqual(
      order.map(({ id }) => id),
      [3, 2, 1, 5],
    );
  });
});

it('a ticket is called by its first line, cut at a word, and the rest stands below', () => {
  const description = 'The lamp is dark\nSince Monday.\n';
  assert.equal(ticketTitle({ description }), 'The lamp is dark');
  assert.equal(descriptionBelowTitle({ description }), 'Since Monday.');
  const long = `${'word '.repeat(17)}hums, and it also flickers`;
  assert.equal(ticketTitle({ description: long }), `${'word '.repeat(17).trimEnd()}…`);
  assert.equal(descriptionBelowTitle({ description: long }), long);
  assert.equal(ticketTitle({ description: 'x'.repeat(91) }), `${'x'.repeat(90)}…`);
  assert.equal(ticketTitle({ description: 'x'.repeat(90) }), 'x'.repeat(90));
});

describe('the labels of photos', () => {
  const photo = (created_at: string): RoundPhoto => ({ id: 1, created_at, url: '' }) as RoundPhoto;
  const [first, second, third] = ['2026-03-01T08:00Z', '2026-03-01T09:00Z', '2026-03-03T08:00Z'].map(photo) as [
    RoundPhoto,
    RoundPhoto,
    RoundPhoto,
  ];
  const queued = { preview: 'blob:1' } as unknown as RoundPhoto;
  const labels = (ticket: Ticket, photos: RoundPhoto[]) => photos.map((one) => photoLabel(ticket, photos, one, false, en));
  const reworked = ticketOf({ rejected_at: '2026-03-02T08:00Z', rework_count: 1 });

  it('are before and after in the first round', () => {
    assert.deepEqual(labels(ticketOf({}), [first]), ['Before']);
    assert.deepEqual(labels(ticketOf({}), [first, second]), ['Before', 'After']);
    assert.deepEqual(labels(ticketOf({}), [first, second, queued]), ['Before', undefined, 'After']);
  });

  it('count the only photo as after where the report has a picture', () => {
    assert.equal(hasPhotoOfResult(ticketOf({}), [first], true), true);
    assert.equal(photoLabel(ticketOf({}), [first], first, true, en), 'After');
    assert.equal(hasPhotoOfResult(ticketOf({}), [], true), false);
    const both = [first, second].map((one) => photoLabel(ticketOf({}), [first, second], one, true, en));
    assert.deepEqual(both, ['Before', 'After']);
  });

  it('name the round after a rejection', () => {
    assert.deepEqual(labels(reworked, [first, second]), ['Before', 'Earlier round']);
    assert.deepEqual(labels(reworked, [first, second, third]), ['Before', 'Earlier round', 'After, round 2']);
    assert.deepEqual(labels(reworked, [first, third, queued]), ['Before', 'Round 2', 'After, round 2']);
  });

  it('a photo of an earlier round shows no result', () => {
    assert.equal(hasPhotoOfResult(ticketOf({}), [first], false), false);
    assert.equal(hasPhotoOfResult(ticketOf({}), [first, second], false), true);
    assert.equal(hasPhotoOfResult(reworked, [first, second], false), false);
    assert.equal(hasPhotoOfResult(reworked, [first, third], false), true);
  });
});

describe('the photos that are compared', () => {
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
});

describe('remainingPhotos', () => {
  const page = { max_per_ticket: 20, total: 15 };

  it('remainingPhotos counts the photos that wait to be sent', () => {
    assert.deepEqual(remainingPhotos(page, []), { min: 5, max: 5 });
    assert.deepEqual(remainingPhotos(page, [{ state: 'waiting' }, { state: 'preparing' }, { state: 'sending' }]), {
      min: 2,
      max: 2,
    });
  });

  it('remainingPhotos ignores a photo that was refused', () => {
    assert.deepEqual(remainingPhotos(page, [{ state: 'failed' }]), { min: 5, max: 5 });
  });

  it('remainingPhotos gives both bounds while a photo was sent and the total is being read', () => {
    assert.deepEqual(remainingPhotos(page, [{ state: 'sent' }, { state: 'waiting' }]), { min: 3, max: 4 });
  });

  it('remainingPhotos is never negative, and has no limit before the photos are read', () => {
    assert.deepEqual(remainingPhotos({ max_per_ticket: 1, total: 2 }, [{ state: 'sent' }]), { min: 0, max: 0 });
    assert.equal(remainingPhotos(undefined, [{ state: 'waiting' }]).min, Number.POSITIVE_INFINITY);
  });
});

describe('mergeTimeline', () => {
  const at = (minute: number): string => `2026-03-01T08:${String(minute).padStart(2, '0')}:00.000Z`;
  const event = (minute: number): TicketEvent => ({
    id: minute,
    ticket_id: 1,
    action: 'created',
    from_status: '',
    to_status: 'new',
    actor_id: '',
    actor_name: 'anna',
    comment: '',
    created_at: at(minute),
  });
  const comment = (minute: number): TicketComment => ({
    id: minute,
    author_id: '',
    author_name: 'anna',
    author_role: 'client',
    text: 'text',
    internal: false,
    to_reporter: false,
    attachments: [],
    created_at: at(minute),
  });
  const handBack = (minute: number): HandBack => ({
    id: minute,
    ticket_id: 1,
    worker_id: '',
    worker_name: 'wanda',
    reason: 'reason',
    is_open: true,
    created_at: at(minute),
  });
  const edit = (minute: number, fields: Partial<TicketEdit> = {}): TicketEdit => ({
    id: minute,
    field: 'floor',
    from: '',
    to: '3',
    actor_id: 'anna',
    actor_name: 'Anna',
    created_at: at(minute),
    ...fields,
  });
  const page = <Item>(items: Item[], total = items.length, offset = 0) => ({ items, total, offset });
  const order = (entries: ReturnType<typeof mergeTimeline>): string[] =>
    entries.map((entry) => `${entry.kind} ${itemOf(entry).id}`);

  const hold = (minute: number) => ({ id: minute, since: at(minute) }) as TicketHold;
  const appointment = (minute: number) => ({ id: minute, set_at: at(minute) }) as TicketAppointment;
  const nothing = { comments: [], handBacks: [], edits: [], holds: [], appointments: [] };

  it('mergeTimeline orders the journal and what belongs between its entries by time, the newest first', () => {
    const between = {
      holds: [hold(36), hold(14)],
      appointments: [appointment(26)],
      comments: [comment(40), comment(20), comment(5)],
      handBacks: [handBack(25)],
      edits: [edit(35), edit(15)],
    };
    assert.deepEqual(order(mergeTimeline(page([event(30), event(10)]), between)), [
      ...['comment 40', 'hold 36', 'correction 35', 'event 30', 'appointment 26', 'handBack 25'],
      ...['comment 20', 'correction 15', 'hold 14', 'event 10', 'comment 5'],
    ]);
  });

  it('mergeTimeline shows what one person corrected at once as one entry, in the order of the fields', () => {
    const edits = [
      edit(9, { id: 4, field: 'priority' }),
      edit(9, { id: 3, field: 'description' }),
      edit(9, { id: 5, actor_id: 'root', actor_name: 'Root' }),
      edit(8, { id: 2 }),
    ];
    const merged = mergeTimeline(page([event(1)]), { ...nothing, edits });
    const corrections = merged.flatMap((entry) => (entry.kind === 'correction' ? [entry.correction] : []));
    assert.deepEqual(
      corrections.map(({ actor_name, edits }) => [actor_name, ...edits.map(({ id }) => id)]),
      [
        ['Anna', 3, 4],
        ['Root', 5],
        ['Anna', 2],
      ],
    );
  });

  it('mergeTimeline leaves out what belongs to other pages of the journal', () => {
    const between = {
      ...nothing,
      comments: [comment(40), comment(20), comment(5)],
      handBacks: [handBack(45), handBack(2)],
      edits: [edit(41), edit(3)],
    };
    const newest = mergeTimeline(page([event(30), event(10)], 3), between);
    assert.deepEqual(order(newest), [...['handBack 45', 'correction 41', 'comment 40', 'event 30', 'comment 20', 'event 10']]);
    const oldest = mergeTimeline(page([event(30), event(10)], 3, 1), between);
    assert.deepEqual(order(oldest), [...['event 30', 'comment 20', 'event 10', 'comment 5', 'correction 3', 'handBack 2']]);
  });
});

it('changedFields sends only what the user has changed, without spaces around it', () => {
  const ticket = ticketOf({ category: 'other', description: 'The lamp is dark', floor: '3' });
  const draft = { category: 'other', description: 'The lamp is dark ', floor: '3', priority: 'normal' } as const;
  assert.equal(changedFields(ticket, draft), undefined);
  assert.deepEqual(changedFields(ticket, { ...draft, category: 'electric', floor: ' ' }), { category: 'electric', floor: '' });
});

it('searchOf looks for a number alone by the number, and for everything else by words', () => {
  assert.deepEqual([searchOf('#129'), searchOf(' 7 ')], [{ ids: '129' }, { ids: '7' }]);
  assert.deepEqual(searchOf('room 7'), { q: 'room 7', sort: 'relevance' });
  assert.deepEqual([searchOf(''), searchOf('0').q], [{}, '0']);
});

it('insertSnippet adds the text below what was typed, as far as the field has room', () => {
  assert.equal(insertSnippet('', 'No access', 100), 'No access');
  assert.equal(insertSnippet('At 8:00\n', 'No access', 100), 'At 8:00\nNo access');
  assert.equal(insertSnippet('At 8:00', 'No access', 10), 'At 8:00\nNo');
});
