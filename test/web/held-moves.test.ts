import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';

// Moves of tickets that can be undone for some seconds, in a window of this file: what is shown, what is sent, in which order, and when.

const { locks } = navigator;
const listeners: { type: string; listener: (event: object) => void }[] = [];
const addEventListener = (type: string, listener: (event: object) => void): void => void listeners.push({ type, listener });
const emit = (type: string, event: object = {}): void => {
  for (const one of listeners) if (one.type === type) one.listener(event);
};
const document = { addEventListener, documentElement: {}, hidden: false, querySelector: (): object | null => undoInUse };
let undoInUse: object | null = null;

/** What the window has sent to others, and how others send to it. */
let posted: { kind?: string }[] = [];
const channels: { name: string; receive: (event: object) => void }[] = [];
const postFromOtherWindow = (data: object): void => {
  for (const { name, receive } of channels) if (name === 'callout-session') receive({ data });
};

Object.defineProperty(globalThis, 'navigator', { value: { onLine: true, languages: ['en'], locks }, configurable: true });
Object.assign(globalThis, {
  addEventListener,
  removeEventListener: () => {},
  document,
  Element: class {},
  BroadcastChannel: class {
    readonly #name: string;
    constructor(name: string) {
      this.#name = name;
    }
    postMessage(data: object): void {
      posted.push(data);
    }
    addEventListener(_type: string, receive: (event: object) => void): void {
      channels.push({ name: this.#name, receive });
    }
    removeEventListener(): void {}
    close(): void {}
  },
  async fetch(url: string): Promise<Response> {
    if (!url.startsWith('/auth/')) throw new Error(url);
    sent.push(url);
    return Response.json({});
  },
});
mock.timers.enable({ apis: ['setTimeout'] });

const { QueryClient } = await import('@tanstack/react-query');
const { signOut } = await import('../../web/src/api/sign-out.ts');
const { holdMove } = await import('../../web/src/features/assigning/held-moves.ts');
const { ownTickets, sendOwnChanges } = await import('../../web/src/features/assigning/own-changes.ts');
const { ApiError } = await import('../../web/src/http/errors.ts');
const { heldActions, sendAllHeld } = await import('../../web/src/session/held-actions.ts');
const { setPhase } = await import('../../web/src/session/session-store.ts');
type Profile = import('../../web/src/contract/schemas.ts').Profile;
type Ticket = import('../../web/src/contract/schemas.ts').Ticket;

const client = new QueryClient();
const undoMs = 6_000;

/** What was sent: the number of a ticket and its new worker, with ! when the page was being left. */
let sent: string[] = [];
let results: { id: number; error?: unknown }[] = [];
let undone: string[] = [];
/** What the service answers, by what is sent; as long as it does not answer, a promise. */
let answers: Record<string, Promise<unknown> | Error> = {};

function answerLater(what: string): () => void {
  let answer = (): void => {};
  answers[what] = new Promise<void>((resolve) => {
    answer = resolve;
  });
  return answer;
}

const ticket = (id: number, worker = ''): Ticket => ({ id, status: worker ? 'assigned' : 'new', worker_id: worker }) as Ticket;

/** Gives tickets to a worker, as a drop on the board does. */
function drop(worker: string, ...ids: number[]) {
  return holdMove(client, {
    tickets: ids.map((id) => ticket(id)),
    shown: ids.map((id) => ticket(id, worker)),
    async change({ id }, isLeaving) {
      const what = `${id} ${worker}${isLeaving ? '!' : ''}`;
      sent.push(what);
      const answer = answers[`${id} ${worker}`];
      if (answer instanceof Error) throw answer;
      await answer;
      return ticket(id, worker);
    },
    onSent: (ended) => results.push(...ended),
    onUndo: () => undone.push(worker),
  });
}

/** The worker whom a ticket is shown with; undefined: as it was read. */
const shownWorker = (id: number): string | null | undefined => ownTickets.get().get(id)?.worker_id;
const signIn = (id: string): void => {
  const user = { id, role: 'admin', name: id } as Profile;
  setPhase({ name: 'signed-in', session: { token: id, receivedAt: 0, expiresAt: Date.now() + 3_600_000, user } });
};

/** Without a timer, since those are mocked. */
async function waitFor(look: () => unknown): Promise<void> {
  while (!(await look())) await turn();
}

async function pass(ms: number): Promise<void> {
  mock.timers.tick(ms);
  await turn();
}

beforeEach(() => {
  [sent, results, undone, posted, answers] = [[], [], [], [], {}];
  undoInUse = null;
  document.hidden = false;
  emit('pageshow');
  signIn('root');
});

afterEach(async () => {
  signIn('root');
  await sendAllHeld();
  await pass(1_000); // what was refused is shown as it was read
  await waitFor(() => ownTickets.get().size === 0);
});

describe('a move of a ticket', () => {
  it('is shown at once, and sent once when its undo has passed', async () => {
    drop('wanda', 1);
    assert.equal(shownWorker(1), 'wanda');
    await pass(undoMs - 1);
    assert.deepEqual(sent, []);
    await pass(1);
    await sendAllHeld();
    emit('pagehide');
    assert.deepEqual([sent, results], [['1 wanda'], [{ id: 1 }]]);
  });

  it('waits for a minute at most while somebody is about to undo it', async () => {
    undoInUse = {};
    drop('wanda', 1);
    for (let i = 0; i < 10; i++) await pass(undoMs);
    assert.deepEqual(sent, []);
    await pass(undoMs);
    assert.deepEqual(sent, ['1 wanda']);
  });

  it('is replaced by a second drop of the same card: only that one is sent', async () => {
    drop('wanda', 1);
    await pass(undoMs / 2);
    drop('walter', 1);
    assert.deepEqual([shownWorker(1), undone], ['walter', ['wanda']]);
    await pass(undoMs);
    await pass(undoMs);
    assert.deepEqual(sent, ['1 walter']);
  });

  it('is sent before another move of some of its tickets, which waits for its own undo', async () => {
    drop('wanda', 1, 2);
    drop('walter', 2);
    await turn();
    assert.deepEqual([sent, undone, shownWorker(2)], [['1 wanda', '2 wanda'], [], 'walter']);
    await pass(undoMs);
    assert.deepEqual(sent, ['1 wanda', '2 wanda', '2 walter']);
  });

  it('one of several is undone, and the others are sent one after the other', async () => {
    const answer = answerLater('1 wanda');
    drop('wanda', 1);
    const second = drop('walter', 2);
    drop('wanda', 3);
    second.undo();
    assert.deepEqual([shownWorker(1), shownWorker(2), shownWorker(3)], ['wanda', undefined, 'wanda']);
    await pass(undoMs);
    assert.deepEqual(sent, ['1 wanda']);
    answer();
    await waitFor(() => results.length === 2);
    second.undo(); // too late, and for the second time
    assert.deepEqual([sent, undone], [['1 wanda', '3 wanda'], ['walter']]);
  });

  it('the last one is undone with Ctrl+Z, but not in a text field and not when it was sent', async () => {
    const field = Object.assign(new Element(), { closest: () => ({}) });
    const press = (target?: object): void => emit('keydown', { key: 'z', ctrlKey: true, target, preventDefault() {} });
    drop('wanda', 1);
    drop('walter', 2);
    press(field);
    press();
    assert.deepEqual(undone, ['walter']);
    await pass(undoMs);
    press();
    assert.deepEqual([sent, undone], [['1 wanda'], ['walter']]);
  });

  it('that somebody else was faster with comes back with the reason before it is read again, and the next one is sent', async (test) => {
    const read = answerLater('read');
    test.mock.method(client, 'invalidateQueries', () => answers['read']);
    answers['1 wanda'] = new ApiError(409, 'cannot assign a ticket that is assigned');
    drop('wanda', 1);
    drop('walter', 2);
    await pass(undoMs);
    await pass(1_000);
    assert.deepEqual([shownWorker(1), shownWorker(2)], [undefined, 'walter']);
    read();
    assert.deepEqual(
      results.map(({ id, error }) => [id, error instanceof Error && error.message]),
      [
        [1, 'cannot assign a ticket that is assigned'],
        [2, false],
      ],
    );
  });

  it('is sent before something else is done with its ticket, which waits for the answer', async () => {
    const answer = answerLater('1 wanda');
    drop('wanda', 1);
    let isSent = false;
    const waiting = sendOwnChanges([1]).then(() => {
      isSent = true;
    });
    await turn();
    assert.deepEqual([sent, isSent], [['1 wanda'], false]);
    answer();
    await waiting;
  });

  it('is not sent for another account that has signed in, and returns', async () => {
    drop('wanda', 1);
    signIn('rita');
    await pass(undoMs);
    assert.deepEqual([sent, undone, shownWorker(1)], [[], ['wanda'], undefined]);
  });

  it('of several is not sent any further when another account has signed in meanwhile', async () => {
    const answer = answerLater('1 wanda');
    drop('wanda', 1, 2);
    await pass(undoMs);
    signIn('rita');
    answer();
    await waitFor(() => undone.length > 0);
    assert.deepEqual([sent, results, undone], [['1 wanda'], [], ['wanda']]);
  });
});

describe('a page that is left', () => {
  for (const [name, leave] of [
    ['hidden', () => emit('visibilitychange')],
    ['closed', () => emit('pagehide')],
  ] as const) {
    it(`begins all requests of all held moves when it is ${name}`, () => {
      drop('wanda', 1, 2);
      drop('walter', 3);
      document.hidden = true;
      leave();
      assert.deepEqual(sent, ['1 wanda!', '2 wanda!', '3 walter!']);
    });
  }

  it('begins what waits behind a move that is being sent when it is hidden', async () => {
    const answer = answerLater('1 wanda');
    drop('wanda', 1);
    drop('walter', 2);
    await pass(undoMs);
    assert.deepEqual(sent, ['1 wanda']);
    document.hidden = true;
    emit('visibilitychange');
    assert.deepEqual(sent, ['1 wanda', '2 walter!']);
    answer();
    await waitFor(() => results.length === 2);
  });

  it('begins the remaining requests of a bulk move that is being sent, and asks before it is closed', async () => {
    const answer = answerLater('1 wanda');
    let asked = 0;
    const close = (): void => emit('beforeunload', { preventDefault: () => asked++ });
    drop('wanda', 1, 2, 3);
    close();
    assert.equal(asked, 0);
    await pass(undoMs);
    assert.deepEqual(sent, ['1 wanda']);
    close();
    emit('pagehide');
    assert.deepEqual([sent, asked], [['1 wanda', '2 wanda!', '3 wanda!'], 1]);
    answer();
    await waitFor(() => results.length === 3);
    assert.deepEqual([results.map(({ id }) => id), sent.length], [[1, 2, 3], 3]);
  });
});

describe('a sign-out', () => {
  it('sends the moves of its window first, and waits for their answers', async () => {
    const answer = answerLater('1 wanda');
    drop('wanda', 1);
    const signingOut = signOut();
    await turn();
    assert.deepEqual(sent, ['1 wanda']);
    answer();
    await signingOut;
    assert.deepEqual(sent, ['1 wanda', '/auth/logout']);
  });

  it('sends only the second one of two moves of a ticket first', async () => {
    drop('wanda', 1);
    drop('walter', 1);
    await signOut();
    assert.deepEqual(sent, ['1 walter', '/auth/logout']);
  });

  it('waits for what another window holds', async () => {
    let release = (): void => {};
    const isHeld = new Promise<void>((resolve) => {
      release = resolve;
    });
    void locks.request('callout-held', { mode: 'shared' }, () => isHeld);
    const signingOut = signOut();
    await waitFor(async () => (await locks.query()).pending?.some(({ name }) => name === 'callout-held'));
    assert.deepEqual([posted.map(({ kind }) => kind), sent], [['send held'], []]);
    release();
    await signingOut;
    assert.deepEqual(sent, ['/auth/logout']);
  });

  it('in another window sends the moves of this one, which it can wait for', async () => {
    const answer = answerLater('1 wanda');
    const isFree = async (): Promise<boolean> => !(await locks.query()).held?.some(({ name }) => name === 'callout-held');
    drop('wanda', 1);
    await waitFor(async () => !(await isFree()));
    postFromOtherWindow({ kind: 'send held' });
    await turn();
    assert.deepEqual([sent, await isFree()], [['1 wanda'], false]);
    answer();
    await waitFor(isFree);
    assert.deepEqual(heldActions.get(), []);
  });
});
