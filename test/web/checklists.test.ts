import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mergeableAfter, mergedAnswers } from '../../web/src/offline-queue/merge-answers.ts';
import { nextItem } from '../../web/src/offline-queue/next-item.ts';
import type { ShownPhoto } from '../../web/src/offline-queue/shown-items.ts';
import type { OperationItem, PhotoItem, QueueItem } from '../../web/src/offline-queue/stored-items.ts';
import {
  type ChecklistDraft,
  errorsOf,
  isChecklistDraft,
  isValidChecklist,
  moveItem,
  newItem,
  toChecklistBody,
  toChecklistDraft,
} from '../../web/src/pages/checklists/checklist-draft.ts';
import { parseNumber } from '../../web/src/pages/ticket/checklist/answer-text.ts';
import { stateOf, withQueued } from '../../web/src/pages/ticket/checklist/shown-checklist.ts';

// Checklists in the console: the order in which answers are sent, how they are merged and shown, and the form of a checklist.

const refusal = { status: 409, message: 'refused', retryAfter: undefined };
const operation = (key: number, op: OperationItem['op'], fields: Partial<OperationItem> = {}): OperationItem => ({
  ...{ key, user: 'wanda', ticketId: 1, op },
  ...fields,
});
const answer = (key: number, answers: OperationItem['answers'] = {}, fields: Partial<OperationItem> = {}): OperationItem =>
  operation(key, 'answer', { answers, ...fields });
const photo = (key: number, fields: Partial<PhotoItem> = {}): PhotoItem => ({
  ...{ key, user: 'wanda', ticketId: 1, file: new File([], 'a.jpg'), isReady: true, wasTried: false },
  ...fields,
});
const keysOf = (items: readonly QueueItem[]): number[] => items.map(({ key }) => key);

/** The keys of items in the order in which they are sent, when each succeeds. */
function order(items: readonly QueueItem[]): number[] {
  const sent: QueueItem[] = [];
  for (;;) {
    const next = nextItem(
      items.filter((item) => !sent.includes(item)),
      new Set(),
    );
    if (!next) return keysOf(sent);
    sent.push(next);
  }
}

describe('the order in which answers are sent', () => {
  it('after Start, in their own order, before the photos between them, and before Finish', () => {
    const items = [operation(1, 'start'), answer(2), photo(3), answer(4), operation(5, 'sign'), operation(6, 'done')];
    assert.deepEqual(order(items), [1, 2, 4, 5, 3, 6]);
  });

  it('a photo that is refused holds Finish back and no answers', () => {
    assert.deepEqual(order([photo(1, { refusal }), answer(2), operation(3, 'done')]), [2]);
  });

  it('answers that are refused hold back later ones and Finish, and no photos', () => {
    assert.deepEqual(order([answer(1, {}, { refusal }), answer(2), photo(3), operation(4, 'done')]), [3]);
  });

  it('a hold that is refused holds back no answers', () => {
    assert.deepEqual(order([operation(1, 'hold', { refusal }), answer(2)]), [2]);
  });
});

describe('mergeableAfter', () => {
  it('takes the answers of the same ticket that wait behind an item', () => {
    const first = answer(2);
    const items = [answer(1), first, photo(3), answer(4), answer(5, {}, { ticketId: 2 }), operation(6, 'sign'), answer(7)];
    assert.deepEqual(keysOf(mergeableAfter(items, first)), [4, 7]);
  });

  it('takes nothing when sending was begun before: the service may still execute that request', () => {
    const first = answer(1, {}, { triedAt: 5 });
    assert.deepEqual(mergeableAfter([first, answer(2)], first), []);
  });

  it('ends before answers that may have been sent or were refused', () => {
    const first = answer(1);
    for (const other of [answer(3, {}, { triedAt: 5 }), answer(3, {}, { refusal })])
      assert.deepEqual(keysOf(mergeableAfter([first, answer(2), other, answer(4)], first)), [2]);
  });
});

it('of two answers to the same item the later one counts, also one that takes an answer back', () => {
  const merged = mergedAnswers([answer(1, { a: true, b: 1 }), answer(2, { a: false }), answer(3, { b: null, c: 'good' })]);
  assert.deepEqual(merged, { a: false, b: null, c: 'good' });
});

const open = { required: true, value: null, state: 'open', answered_at: null, answered_by_name: '', previous: null } as const;

describe('the checklist of a ticket with what waits in the queue', () => {
  const items = [
    { id: 'light', label: 'Light', kind: 'check', ...open },
    { id: 'bar', label: 'Pressure', kind: 'number', min: 1, max: 2.5, ...open },
    { id: 'picture', label: 'Picture', kind: 'photo', ...open },
    { id: 'note', label: 'Note', kind: 'text', ...open, required: false },
  ] as const;
  const shownPhoto = (state: ShownPhoto['state']): ShownPhoto => ({
    ...{ key: 9, ticketId: 1, name: 'a.jpg', preview: '', progress: 0, isReport: false },
    ...{ state, checklistItem: 'picture' },
  });

  it('counts its answers, and decides as the service whether they have failed', () => {
    const queued = [{ answers: { light: true, bar: 2.6 } }, { answers: { light: false } }];
    const { answered, openRequired, failed } = withQueued({ name: '', items: [...items] }, queued, [shownPhoto('waiting')]);
    assert.equal(answered, 3);
    assert.deepEqual(openRequired, []);
    assert.deepEqual(
      failed.map(({ id, isUnsent }) => [id, isUnsent]),
      [
        ['light', true],
        ['bar', true],
      ],
    );
  });

  it('a photo that cannot be sent is no answer', () => {
    const { openRequired } = withQueued({ name: '', items: [...items] }, [], [shownPhoto('failed')]);
    assert.deepEqual(
      openRequired.map(({ id }) => id),
      ['light', 'bar', 'picture'],
    );
  });
});

it('a number on a limit is inside of it, and one without limits never fails', () => {
  const states = [1, 0.9, 2.5, 2.6].map((value) => stateOf({ kind: 'number', min: 1, max: 2.5 }, value));
  assert.deepEqual(states, ['ok', 'failed', 'ok', 'failed']);
  assert.deepEqual([stateOf({ kind: 'number' }, -5), stateOf({ kind: 'number', min: 0 }, null)], ['ok', 'open']);
});

it('numbers are typed with a comma or a point', () => {
  const typed = ['1,5', ' -0.5 ', '.5', '2.', '1.000,5', '1e3', 'two', ''];
  assert.deepEqual(typed.map(parseNumber), [1.5, -0.5, 0.5, 2, undefined, undefined, undefined, undefined]);
});

describe('the form of a checklist', () => {
  const stored = {
    name: 'Round',
    items: [
      { id: 'a', label: 'Pressure', kind: 'number', required: true, unit: 'bar', min: 1.5, max: 2 },
      { id: 'b', label: 'State', kind: 'choice', required: false, choices: ['good', 'worn'] },
    ],
  } as const;
  const draft = (): ChecklistDraft =>
    toChecklistDraft({
      name: stored.name,
      items: stored.items.map((item) => ({ ...item, ...('choices' in item && { choices: [...item.choices] }) })),
    });

  it('sends what is stored with its ids when nothing is changed', () => {
    assert.deepEqual(toChecklistBody(draft()), stored);
  });

  it('sends only what belongs to the kind of an item, and no id for a new one', () => {
    const [pressure] = draft().items;
    assert(pressure);
    const { items } = toChecklistBody({
      name: 'Round',
      items: [
        { ...pressure, kind: 'check' },
        { ...newItem(), label: ' Door ' },
      ],
    });
    assert.deepEqual(items, [
      { id: 'a', label: 'Pressure', kind: 'check', required: true },
      { label: 'Door', kind: 'check', required: true },
    ]);
  });

  it('is complete when each item has what its kind needs', () => {
    const [pressure, state] = draft().items;
    assert(pressure && state);
    const isValid = (...items: ChecklistDraft['items']): boolean => isValidChecklist({ name: 'Round', items });
    assert.deepEqual(
      [isValid(pressure, state), isValid(), isValid({ ...pressure, label: ' ' }), isValid({ ...state, choices: '\n' })],
      [true, false, false, false],
    );
    assert.deepEqual(errorsOf({ ...pressure, min: '3' }), { min: 'minAboveMax' });
    assert.deepEqual(errorsOf({ ...pressure, max: 'much' }), { max: 'noNumber' });
    assert.deepEqual(errorsOf({ ...state, choices: Array.from({ length: 21 }, (_, i) => i).join('\n') }), {
      choices: 'tooManyChoices',
    });
  });

  it('a draft with another number of items is kept', () => {
    assert(isChecklistDraft({ name: '', items: [] }));
    assert(isChecklistDraft(draft()));
    assert(!isChecklistDraft({ name: '', items: [{ label: 'Door' }] }));
  });

  it('items move to the place on which they are dropped', () => {
    const moved = [moveItem(['a', 'b', 'c'], 0, 2), moveItem(['a', 'b', 'c'], 2, 0), moveItem(['a', 'b', 'c'], 1, 5)];
    assert.deepEqual(
      moved.map((items) => items.join('')),
      ['bca', 'cab', 'acb'],
    );
  });
});
