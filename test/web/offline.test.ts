import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { waitFor } from '../../testing/wait.ts';
import { FakeIndexedDb } from './fake-indexed-db.ts';

// The offline queue with a database of the browser, without one, and with one that fails, and with a service of this file.

const fake = new FakeIndexedDb();
const listeners = new Map<string, (event: object) => void>();
const { setTimeout: setTimer } = globalThis;
/** The timers of the console end after this time at the latest. */
let maxTimerMs = Number.POSITIVE_INFINITY;
Object.defineProperty(globalThis, 'navigator', { value: { onLine: true, languages: ['en'] }, configurable: true });
Object.assign(globalThis, {
  indexedDB: fake,
  addEventListener: (type: string, listener: (event: object) => void) => listeners.set(`${type} ${listeners.size}`, listener),
  removeEventListener: () => {},
  document: { addEventListener: () => {}, documentElement: {} },
  BroadcastChannel: class {
    postMessage(): void {}
    addEventListener(): void {}
    removeEventListener(): void {}
    close(): void {}
  },
  // A timer of the console does not keep the process running.
  setTimeout: (callback: () => void, ms: number) => {
    const timer = setTimer(callback, Math.min(ms, maxTimerMs)) as unknown as { unref: () => unknown };
    return timer.unref();
  },
});
const emit = (type: string, event: object = {}): void => {
  for (const [name, listener] of listeners) if (name.startsWith(`${type} `)) listener(event);
};

const { discard, enqueueComment, enqueueCost, enqueueChange, enqueueOperation, retry } = await import(
  '../../web/src/offline-queue/queue.ts'
);
const { sendHeldOperation } = await import('../../web/src/offline-queue/processing.ts');
const { heldActions, sendAllHeld } = await import('../../web/src/session/held-actions.ts');
const { enqueueRequest, takeBackRequest } = await import('../../web/src/offline-queue/requests.ts');
const { addItem, isHeld, listItems, maxHoldMs } = await import('../../web/src/offline-queue/stored-items.ts');
const { removeShownItem, showItems } = await import('../../web/src/offline-queue/shown-items.ts');
const { nextItem } = await import('../../web/src/offline-queue/next-item.ts');
const { setPhase } = await import('../../web/src/session/session-store.ts');
type Profile = import('../../web/src/contract/schemas.ts').Profile;
type QueueItem = import('../../web/src/offline-queue/stored-items.ts').QueueItem;

interface Sent {
  method: string;
  path: string;
  /** its Idempotency-Key */
  key: string | undefined;
  body: string;
}
type Answer = { status: number; body?: object } | 'lost';

let isDown = false;
/** The answers to the next writes; 200 when there are no more. */
let answers: Answer[] = [];
/** What reads return, by the last part of their path. */
let reads: Record<string, object[]> = {};
let received: Sent[] = [];
const receivedWrites = (): Sent[] => received.filter(({ method }) => method !== 'GET');
const writes = (): string[] => receivedWrites().map(({ path }) => path);
/** The number of different Idempotency-Keys of the writes. */
const countKeys = (): number => new Set(receivedWrites().map(({ key }) => key)).size;

Object.assign(globalThis, {
  async fetch(url: string, { method = 'GET', headers, body }: RequestInit = {}) {
    if (isDown) throw new TypeError('Failed to fetch');
    const path = url.split('?')[0] ?? '';
    if (path === '/ping') return Response.json({});
    received.push({ method, path, key: new Headers(headers).get('idempotency-key') ?? undefined, body: String(body ?? '') });
    if (method === 'GET')
      return Response.json({ items: reads[path.split('/').at(-1) ?? ''] ?? [], total: 0, limit: 100, offset: 0 });
    const answer = answers.shift() ?? { status: 200 };
    if (answer === 'lost') throw new TypeError('Failed to fetch');
    return Response.json(answer.body ?? { id: 7, status: 'in_progress' }, { status: answer.status });
  },
});

const signIn = (id: string): void => {
  const user = { id, role: 'worker', name: id } as Profile;
  setPhase({ name: 'signed-in', session: { token: id, receivedAt: Date.now(), expiresAt: Date.now() + 3_600_000, user } });
};
const queue = () => listItems('wanda');
const refused409 = (error: string): Answer => ({ status: 409, body: { error } });
const isEmpty = async (): Promise<boolean> => (await queue()).length === 0;

function setConnected(connected: boolean): void {
  isDown = !connected;
  Object.assign(navigator, { onLine: connected });
  emit(connected ? 'online' : 'offline');
}

beforeEach(() => {
  answers = [];
  reads = {};
  received = [];
  signIn('wanda');
});

afterEach(async () => {
  maxTimerMs = Number.POSITIVE_INFINITY;
  fake.endFailures();
  setConnected(true);
  signIn('wanda');
  await discard(...(await queue()).map(({ key }) => key));
});

for (const [name, openError] of [
  ['without a database', 'SecurityError'],
  ['with a database', undefined],
] as const) {
  describe(`the offline queue ${name}`, () => {
    beforeEach(() => {
      fake.openError = openError;
    });

    it('what is queued without a connection is sent in its order when it is back', async () => {
      setConnected(false);
      await enqueueOperation(1, 'start');
      await enqueueComment(1, { text: 'The fuse is missing', files: [] });
      await enqueueOperation(1, 'done');
      assert.equal((await queue()).length, 3);
      setConnected(true);
      await waitFor(isEmpty);
      assert.deepEqual(writes(), ['/tickets/1/start', '/ext/tickets/1/comments', '/tickets/1/done']);
    });

    it('Start is held with a connection until the user goes on, and can be taken back', async () => {
      await enqueueOperation(1, 'start');
      const [held] = await queue();
      assert.deepEqual(writes(), []);
      const restore = await discard(held?.key ?? 0);
      await sendAllHeld();
      assert.deepEqual([writes(), await isEmpty()], [[], true]);
      await restore();
      await waitFor(() => heldActions.get().length > 0);
      await sendHeldOperation(2);
      assert.deepEqual(writes(), []);
      await sendHeldOperation(1);
      await waitFor(isEmpty);
      assert.deepEqual(writes(), ['/tickets/1/start']);
    });

    it('Start that is held is sent at once when the page is closed', async () => {
      await enqueueOperation(1, 'start');
      assert.deepEqual(writes(), []);
      emit('pagehide');
      await waitFor(isEmpty);
      assert.deepEqual(writes(), ['/tickets/1/start']);
    });

    it('what is queued while Start is being stored ends its hold, and is sent after it', async () => {
      await Promise.all([enqueueOperation(1, 'start'), enqueueComment(1, { text: 'The fuse is missing', files: [] })]);
      await waitFor(isEmpty);
      assert.deepEqual(writes(), ['/tickets/1/start', '/ext/tickets/1/comments']);
    });

    it('discarding an operation discards the later ones of its ticket', async () => {
      setConnected(false);
      await enqueueOperation(1, 'start');
      await enqueueOperation(2, 'start');
      await enqueueOperation(1, 'done');
      const [first] = await queue();
      await discard(first?.key ?? 0);
      assert.deepEqual(
        (await queue()).map(({ ticketId }) => ticketId),
        [2],
      );
    });

    it('an operation whose answer was lost is not refused when the journal has it', async () => {
      answers = ['lost', refused409('cannot finish a ticket that is done')];
      reads = {
        events: [
          { actor_id: 'wanda', action: 'photo_added' },
          { actor_id: 'wanda', action: 'done' },
        ],
      };
      await enqueueOperation(1, 'done');
      await waitFor(() => writes().length === 1);
      const [item] = await queue();
      await retry(item?.key ?? 0);
      await waitFor(isEmpty);
      assert.deepEqual([writes(), countKeys()], [['/tickets/1/done', '/tickets/1/done'], 1]);
    });

    describe('answers to a checklist', () => {
      const answerOf = (body: string): [string, unknown][] => Object.entries(JSON.parse(body).answers);
      const answerItem = (item: number, value: number | null = item) =>
        enqueueChange(1, { op: 'answer', answers: { [`item-${item}`]: value } });
      const checklist: Answer = { status: 200, body: { name: '', items: [] } };

      it('a hundred that were given without a connection are one request after Start, through thirty interruptions', async () => {
        answers = [{ status: 200 }, ...Array<Answer>(30).fill('lost'), checklist];
        setConnected(false);
        await enqueueOperation(1, 'start');
        for (let item = 0; item < 100; item++) await answerItem(item);
        await answerItem(7, null);
        await enqueueOperation(1, 'done');
        setConnected(true);
        await waitFor(async () => {
          const [first] = await queue();
          if (first && first.triedAt !== undefined) await retry(first.key);
          return first === undefined;
        });
        const [start, ...sent] = receivedWrites();
        const done = sent.pop();
        assert.deepEqual([start?.path, done?.path], ['/tickets/1/start', '/tickets/1/done']);
        assert.deepEqual(
          [sent.length, new Set(sent.map(({ key }) => key)).size, new Set(sent.map(({ body }) => body)).size],
          [31, 1, 1],
        );
        const expected = Array.from({ length: 100 }, (_, item) => [`item-${item}`, item === 7 ? null : item]);
        assert.deepEqual(answerOf(sent[0]?.body ?? ''), expected);
      });

      it('a request whose answer is lost is sent again unchanged, and what was answered meanwhile comes after it', async () => {
        answers = [...Array<Answer>(30).fill('lost'), checklist, checklist];
        await answerItem(1);
        await waitFor(() => writes().length === 1);
        await answerItem(1, 5);
        await waitFor(async () => {
          const [first] = await queue();
          if (first) await retry(first.key);
          return first === undefined;
        });
        const bodies = receivedWrites().map(({ body }) => body);
        assert.deepEqual(new Set(bodies.slice(0, -1)), new Set(['{"answers":{"item-1":1}}']));
        assert.deepEqual([bodies.length, bodies.at(-1), countKeys()], [32, '{"answers":{"item-1":5}}', 2]);
      });

      it('answers to items that somebody has removed meanwhile are left out', async () => {
        const [known, gone] = ['item-1', 'item-2'];
        answers = [{ status: 400, body: { error: 'answers.item-2 is no item of the checklist' } }, checklist];
        reads = { checklist: [{ id: known }] };
        setConnected(false);
        await enqueueChange(1, { op: 'answer', answers: { [known]: true, [gone]: true } });
        setConnected(true);
        await waitFor(isEmpty);
        assert.deepEqual(
          receivedWrites().map(({ body }) => answerOf(body).length),
          [2, 1],
        );
        assert.equal(countKeys(), 2);
      });

      it('answers that are refused stay until they are discarded, and further ones are kept', async () => {
        answers = [refused409('a checklist is filled in while the ticket is in progress')];
        await answerItem(1);
        const refused = await waitFor(async () => (await queue()).find(({ refusal }) => refusal));
        await answerItem(2);
        assert.equal((await queue()).length, 2);
        answers = [checklist];
        await discard(refused.key);
        await waitFor(isEmpty);
        assert.deepEqual(answerOf(receivedWrites().at(-1)?.body ?? ''), [['item-2', 2]]);
      });
    });

    it('an operation that the service refuses stays with its error until it is tried again', async () => {
      answers = [refused409('cannot finish a ticket that is closed')];
      reads = {
        events: [
          { actor_id: 'anna', action: 'canceled' },
          { actor_id: 'wanda', action: 'started' },
        ],
      };
      await enqueueOperation(1, 'done');
      const refused = await waitFor(async () => (await queue()).find(({ refusal }) => refusal));
      assert.deepEqual(refused.refusal, { status: 409, message: 'cannot finish a ticket that is closed', retryAfter: undefined });
      await retry(refused.key);
      await waitFor(isEmpty);
      assert.deepEqual([writes().length, countKeys()], [2, 2], 'the service repeats what it refused with the same key');
    });

    it('a ticket that cannot be changed now holds up no other one', async () => {
      answers = [{ status: 500, body: { error: 'internal error' } }];
      await enqueueOperation(1, 'done');
      await waitFor(() => writes().length === 1);
      await enqueueOperation(2, 'done');
      await waitFor(() => writes().includes('/tickets/2/done'));
      for (const { refusal } of await queue()) assert.equal(refusal, undefined);
    });

    it('a comment whose answer was lost is sent again with its key', async () => {
      answers = ['lost'];
      await enqueueComment(1, { text: 'Same text', files: [] });
      await waitFor(() => writes().length === 1);
      const [item] = await queue();
      await retry(item?.key ?? 0);
      await waitFor(isEmpty);
      assert.deepEqual([writes().length, countKeys()], [2, 1]);
    });

    it('a line of costs waits for a connection and is sent with its day and its key, once', async () => {
      const cost = { kind: 'labour', text: 'Fitter', quantity: '1.5', unit: 'h', unit_price: 4500, on: '2026-03-01' } as const;
      setConnected(false);
      await enqueueCost(1, { cost, currency: 'EUR' });
      const [waiting] = await queue();
      answers = ['lost'];
      setConnected(true);
      await waitFor(() => writes().length === 1);
      await retry(waiting?.key ?? 0);
      await waitFor(isEmpty);
      assert.deepEqual([writes(), countKeys()], [['/ext/tickets/1/costs', '/ext/tickets/1/costs'], 1]);
      for (const { key, body } of receivedWrites()) assert.deepEqual([key, JSON.parse(body)], [waiting?.idempotencyKey, cost]);
    });

    it('a line of costs whose key the service has forgotten is not sent twice, unless there is none of this account', async (test) => {
      const { now } = Date;
      const cost = { kind: 'material', text: 'Pump', quantity: '1', unit_price: 32_000, on: '2026-03-01' } as const;
      for (const [created_by, unit_price, attempts] of [
        ['wanda', 32_000, 1],
        ['anna', 32_000, 2],
        ['wanda', 31_999, 2],
      ] as const) {
        received = [];
        reads = { costs: [{ id: 3, created_by: 'wanda', ...cost }] };
        answers = ['lost'];
        await enqueueCost(1, { cost, currency: 'EUR' });
        await waitFor(() => writes().length === 1);
        const [item] = await queue();
        reads = { costs: [{ id: 4, created_by, ...cost, unit_price }] };
        const clock = test.mock.method(Date, 'now', () => now() + 86_400_000);
        signIn('wanda');
        await retry(item?.key ?? 0);
        await waitFor(isEmpty);
        clock.mock.restore();
        signIn('wanda');
        assert.equal(writes().length, attempts, `${created_by} ${unit_price}`);
      }
    });

    describe('a new ticket', () => {
      const request = { object_id: 3, category: 'plumbing', description: 'Water runs down the wall', priority: 'high' } as const;
      const picture = (name: string) => new File([], name, { lastModified: 0 });
      const created: Answer = { status: 201, body: { id: 7 } };
      const enqueueTicket = (files: File[] = []) => enqueueRequest({ request, equipmentId: 5, files, form: request });

      it('waits for a connection, is created once when answers are lost, and leaves its pictures in the queue', async () => {
        setConnected(false);
        await enqueueTicket([picture('leak.png'), picture('wall.png')]);
        const [waiting] = await queue();
        answers = ['lost', created, 'lost', created];
        setConnected(true);
        await waitFor(() => writes().length === 1);
        await retry(waiting?.key ?? 0);
        await waitFor(() => writes().length === 3);
        assert.deepEqual(
          (await queue()).map(({ key }) => key),
          [waiting?.key],
          'it is not done before the equipment is set',
        );
        await retry(waiting?.key ?? 0);
        await waitFor(async () => (await queue())[0]?.key !== waiting?.key);
        const [create, setEquipment] = ['/tickets', '/ext/tickets/7/equipment'];
        assert.deepEqual(writes().slice(0, 5), [create, create, setEquipment, create, setEquipment]);
        for (const { path, key, body } of receivedWrites().filter(({ path }) => path === create))
          assert.deepEqual([path, key, JSON.parse(body)], [create, waiting?.idempotencyKey, request]);
        const pictures = (await queue()).map((item) => ({ ...item, key: 0 }));
        assert.deepEqual(
          pictures.map((item) => ({ ...item, refusal: undefined })),
          ['leak.png', 'wall.png'].map((name, position) => ({
            ...{ key: 0, user: 'wanda', ticketId: 7, file: picture(name), isReady: false, wasTried: false, isReport: true },
            ...{ idempotencyKey: `${waiting?.idempotencyKey}-${position}`, refusal: undefined },
          })),
        );
      });

      it('whose key the service has forgotten is not created twice, unless there is none of this account', async (test) => {
        const { now } = Date;
        const { description, category } = request;
        for (const [different, attempts] of [
          [{}, 1],
          [{ client_id: 'anna' }, 2],
          [{ description: 'Another text' }, 2],
          [{ category: 'electrical' }, 2],
          [{ floor: '3' }, 2],
        ] as const) {
          received = [];
          const found = { id: 7, client_id: 'wanda', description, category, floor: '', created_at: new Date().toISOString() };
          reads = { tickets: [{ ...found, ...different }] };
          answers = ['lost'];
          await enqueueRequest({ request, files: [], form: request });
          await waitFor(() => writes().length === 1);
          const [item] = await queue();
          const clock = test.mock.method(Date, 'now', () => now() + 86_400_000);
          signIn('wanda');
          await retry(item?.key ?? 0);
          await waitFor(isEmpty);
          clock.mock.restore();
          signIn('wanda');
          assert.equal(writes().length, attempts, JSON.stringify(different));
        }
      });

      it('that is refused stays with what was filled in, and can be taken back once', async () => {
        answers = [{ status: 400, body: { error: 'object is not ready' } }];
        const id = await enqueueTicket([picture('leak.png')]);
        await waitFor(async () => (await queue())[0]?.refusal);
        const item = await takeBackRequest(id);
        assert.deepEqual([item?.form, item?.files.length, await isEmpty()], [request, 1, true]);
        assert.equal(await takeBackRequest(id), undefined);
      });
    });

    it('an internal comment that waits for a connection is sent as an internal one', async () => {
      setConnected(false);
      await enqueueComment(1, { text: 'The tenant is difficult', internal: true, files: [] });
      await enqueueComment(1, { text: 'On my way', internal: false, files: [] });
      setConnected(true);
      await waitFor(isEmpty);
      assert.deepEqual(
        receivedWrites().map(({ body }) => JSON.parse(body)),
        [{ text: 'The tenant is difficult', internal: true }, { text: 'On my way' }],
      );
    });

    it('a comment whose key the service has forgotten is not sent twice, unless there is none of this account', async (test) => {
      const { now } = Date;
      for (const [author, internal, attempts] of [
        ['wanda', false, 1],
        ['wanda', true, 2],
        ['anna', false, 2],
      ] as const) {
        received = [];
        reads = { comments: [{ id: 3, author_id: 'wanda', text: 'Same text', internal: false, to_reporter: false }] };
        answers = ['lost'];
        await enqueueComment(1, { text: 'Same text', files: [] });
        await waitFor(() => writes().length === 1);
        const [item] = await queue();
        reads = { comments: [{ id: 4, author_id: author, text: 'Same text', internal, to_reporter: false }] };
        const clock = test.mock.method(Date, 'now', () => now() + 86_400_000);
        signIn('wanda');
        await retry(item?.key ?? 0);
        await waitFor(isEmpty);
        clock.mock.restore();
        signIn('wanda');
        assert.equal(writes().length, attempts, `${author} ${internal}`);
      }
    });

    it('what one account has queued is not sent by another one', async () => {
      setConnected(false);
      await enqueueOperation(1, 'done');
      signIn('otto');
      setConnected(true);
      await enqueueOperation(2, 'done');
      await waitFor(() => writes().includes('/tickets/2/done'));
      assert.deepEqual(writes(), ['/tickets/2/done']);
      signIn('wanda');
      await waitFor(isEmpty);
      assert.deepEqual(writes(), ['/tickets/2/done', '/tickets/1/done']);
    });
  });
}

describe('the offline queue with a database that fails', () => {
  beforeEach(() => {
    fake.openError = undefined;
  });

  /** Whether the browser asks before it closes the tab. */
  function isClosingPrevented(): boolean {
    let isPrevented = false;
    const preventDefault = (): void => {
      isPrevented = true;
    };
    emit('beforeunload', { preventDefault });
    return isPrevented;
  }

  it('what finds no space is kept in memory until it is sent, and in its order', async () => {
    setConnected(false);
    await enqueueOperation(1, 'start');
    fake.failures.set('add', 'QuotaExceededError');
    await enqueueComment(1, { text: 'The fuse is missing', files: [] });
    await enqueueOperation(1, 'done');
    assert.equal(isClosingPrevented(), true);
    setConnected(true);
    await waitFor(isEmpty);
    assert.deepEqual(writes(), ['/tickets/1/start', '/ext/tickets/1/comments', '/tickets/1/done']);
    assert.equal(isClosingPrevented(), false);
  });

  it('a comment whose answer was lost keeps its key when there is no space to store that it was tried', async () => {
    fake.failures.set('put', 'QuotaExceededError');
    answers = ['lost'];
    await enqueueComment(1, { text: 'Same text', files: [] });
    await waitFor(() => writes().length === 1);
    const [item] = await queue();
    assert(item?.triedAt, 'without it, nothing is looked for when the service has forgotten the key');
    await retry(item.key);
    await waitFor(isEmpty);
    assert.deepEqual([writes().length, countKeys()], [2, 1]);
  });

  it('an operation that is refused is not tried again by itself when there is no space to store that', async () => {
    fake.failures.set('put', 'QuotaExceededError');
    answers = [refused409('cannot finish a ticket that is closed')];
    await enqueueOperation(1, 'done');
    const refused = await waitFor(async () => (await queue()).find(({ refusal }) => refusal));
    await retry(refused.key);
    await waitFor(isEmpty);
    assert.deepEqual([writes().length, countKeys()], [2, 2]);
  });

  it('what was sent is not sent again when it cannot be removed, and removed when it can', async () => {
    fake.failures.set('delete', 'QuotaExceededError');
    await enqueueOperation(1, 'done');
    await waitFor(() => fake.failed.has('delete'));
    await enqueueOperation(2, 'done');
    await waitFor(isEmpty);
    assert.deepEqual(writes(), ['/tickets/1/done', '/tickets/2/done']);
    fake.endFailures();
    assert.equal(await isEmpty(), true);
    fake.failures.set('delete', 'UnknownError');
    assert.deepEqual([await isEmpty(), [...fake.failed]], [true, []], 'nothing is left to remove');
  });

  it('what was removed comes back although the database failed', async () => {
    setConnected(false);
    await enqueueOperation(1, 'done');
    fake.failures.set('delete', 'UnknownError');
    const [item] = await queue();
    const restore = await discard(item?.key ?? 0);
    assert.equal(await isEmpty(), true);
    await restore();
    assert.deepEqual(await queue(), [item]);
  });

  it('what waits is neither lost nor sent while the database cannot be read', async () => {
    setConnected(false);
    await enqueueOperation(1, 'done');
    const [item] = await queue();
    for (const operation of ['getAll', 'count'] as const) fake.failures.set(operation, 'UnknownError');
    setConnected(true);
    await waitFor(() => fake.failed.has('count'));
    assert.deepEqual([(await queue()).length, writes()], [1, []]);
    fake.endFailures();
    await retry(item?.key ?? 0);
    await waitFor(isEmpty);
    assert.deepEqual(writes(), ['/tickets/1/done']);
  });

  for (const [direction, ms] of [
    ['forward', 1_800_000],
    ['back', -1_800_000],
  ] as const) {
    it(`Start that is held is sent after the clock was set ${direction}`, async (test) => {
      await enqueueOperation(1, 'start');
      const { now } = Date;
      test.mock.method(Date, 'now', () => now() + ms);
      await enqueueOperation(2, 'done');
      await waitFor(isEmpty);
      assert.deepEqual(writes(), ['/tickets/1/start', '/tickets/2/done']);
    });
  }

  for (const [jump, later] of [
    ['forward', 1_000],
    ['back', -maxHoldMs - 1_000],
  ] as const) {
    it(`a Start of another tab is sent at whichever step of looking through the queue the clock jumps ${jump}`, async (test) => {
      for (let steps = 0; steps < 12; steps++) {
        const heldUntil = Date.now() + maxHoldMs;
        await addItem({ user: 'wanda', ticketId: steps, op: 'start', heldUntil });
        const [item] = await queue();
        let calls = 0;
        const clock = test.mock.method(Date, 'now', () => (calls++ < steps ? heldUntil - 1 : heldUntil + later));
        await retry(item?.key ?? 0);
        await waitFor(isEmpty);
        clock.mock.restore();
      }
      assert.equal(writes().length, 12);
    });
  }

  it('a Start of this tab is sent when its hold has passed, whatever the clock says', async (test) => {
    for (const clockMs of [0, Date.now() + maxHoldMs - 1]) {
      maxTimerMs = 20;
      await enqueueOperation(1, 'start');
      const clock = test.mock.method(Date, 'now', () => clockMs);
      await waitFor(isEmpty);
      clock.mock.restore();
    }
    assert.deepEqual(writes(), ['/tickets/1/start', '/tickets/1/start']);
  });
});

describe('the order in which the offline queue is sent', () => {
  const refusal = { status: 409, message: 'refused', retryAfter: undefined };
  let keys = 0;
  const item = (kind: 'start' | 'done' | 'photo' | 'comment' | 'cost', ticketId = 1, fields: object = {}): QueueItem => {
    const kinds = {
      ...{ start: { op: 'start' }, done: { op: 'done' }, photo: { isReady: true } },
      ...{ comment: { text: kind }, cost: { cost: { text: kind } } },
    };
    return { key: ++keys, user: 'wanda', ticketId, ...kinds[kind], ...fields } as QueueItem;
  };

  /** The items in the order in which they are sent, when each succeeds. */
  function order(items: QueueItem[], skipped: number[] = []): QueueItem[] {
    const sent: QueueItem[] = [];
    for (;;) {
      const next = nextItem(
        items.filter((one) => !sent.includes(one)),
        new Set(skipped),
      );
      if (!next) return sent;
      sent.push(next);
    }
  }

  describe('nextItem', () => {
    it('sends operations, comments and costs of a ticket in their order, and Finish after the photos before it', () => {
      const items = [item('start'), item('comment'), item('photo'), item('comment'), item('cost'), item('done'), item('cost')];
      assert.deepEqual(order(items), items);
    });

    it('sends Start before photos that were added before it', () => {
      const [photo, start, done] = [item('photo'), item('start'), item('done')];
      assert.deepEqual(order([photo, start, done]), [start, photo, done]);
    });

    it('sends photos after the comments before them', () => {
      const [comment, photo] = [item('comment'), item('photo')];
      assert.deepEqual(order([comment, photo]), [comment, photo]);
    });

    it('sends operations of other tickets before photos, and else what was added first', () => {
      const [photo, comment, start] = [item('photo', 1), item('comment', 2), item('start', 3)];
      assert.deepEqual(order([photo, comment, start]), [start, photo, comment]);
    });

    it('holds Finish back behind what was refused, and nothing behind a refused comment or line of costs', () => {
      const [photo, done] = [item('photo', 1, { refusal }), item('done')];
      assert.deepEqual(order([photo, done]), []);
      for (const kind of ['comment', 'cost'] as const) {
        const [refused, other] = [item(kind, 1, { refusal }), item('done')];
        assert.deepEqual(order([refused, other]), [other], kind);
      }
      const elsewhere = item('done', 2);
      assert.deepEqual(order([photo, elsewhere]), [elsewhere]);
    });

    it('skips tickets, and waits for what is held', () => {
      const [start, other] = [item('start', 1), item('photo', 2)];
      assert.deepEqual(order([start, other], [1]), [other]);
      const held = item('start', 1, { heldUntil: Date.now() + 5_000 });
      assert.deepEqual(order([held, item('photo', 1)]), []);
    });

    it('an operation is held for some seconds, and not by a clock that was wrong', () => {
      const heldFor = (ms: number) => isHeld(item('start', 1, { heldUntil: Date.now() + ms }));
      assert.deepEqual([-1, maxHoldMs - 1_000, maxHoldMs + 60_000].map(heldFor), [false, true, false]);
      assert.equal(isHeld(item('photo', 1, { heldUntil: Date.now() + 1_000 })), false);
    });
  });
});

it('only the preview of a photo that is removed from the screen is revoked', (test) => {
  const revoke = test.mock.method(URL, 'revokeObjectURL');
  let created = 0;
  test.mock.method(URL, 'createObjectURL', () => `blob:${++created}`);
  const photo = { user: 'anna', ticketId: 1, file: new File([], 'a.jpg'), isReady: true, wasTried: false };
  showItems([1, 2].map((key) => ({ ...photo, key })) as QueueItem[], () => undefined);
  removeShownItem(1);
  assert.deepEqual(
    revoke.mock.calls.map(({ arguments: given }) => given),
    [['blob:1']],
  );
  showItems(undefined, () => undefined);
});
