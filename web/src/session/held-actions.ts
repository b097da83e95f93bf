import { createStore, useStore } from '../lib/create-store.ts';
import { isLeavingPage } from './acting.ts';
import { sessionBroadcast } from './session-broadcast.ts';
import { currentAccountKey } from './session-store.ts';

// Actions that can be undone for some seconds, because the service cannot take them back. Each is sent once, in the order in which
// they were held: when its time has passed, on request, when the page is hidden or left, and before the user signs out in any tab.

interface Content<Result> {
  holdMs: number;
  /** Whether Ctrl+Z takes it back, unless a later one is taken back first. */
  hasUndoKey?: boolean;
  /** Whether somebody is about to undo it: then it is held for up to a minute. */
  isUndoInUse?: () => boolean;
  /**
   * Its requests, which are sent one after the other and never reject.
   * @param isLeaving whether the page is being left, so that the request has to go on without it
   */
  requests: ((isLeaving: boolean) => Promise<Result>)[];
  /** called when all requests have ended, with their results in their order */
  onSent?: (results: Result[]) => unknown;
  /** called when it was taken back, also because somebody else has signed in since */
  onUndo?: () => unknown;
}

export interface HeldAction {
  /** Takes it back, unless its sending has begun. */
  undo: () => void;
  /** Sends it now. @returns when its requests have ended, whoever has sent it */
  send: (isLeaving?: boolean) => Promise<void>;
}

const maxHoldMs = 60_000;
/** Each tab has it, together with the others, as long as it has something to send. */
export const heldLock = 'callout-held';

/** Those that can be undone, in the order in which they were held. */
export const heldActions = createStore<readonly HeldAction[]>([]);
/** Those whose sending was begun and has not ended, with how to begin their remaining requests. */
const unfinished = new Map<HeldAction, (isLeaving: boolean) => void>();
let sending: Promise<unknown> = Promise.resolve();
const withUndoKey = new WeakSet<HeldAction>();

/** Whether an action can be undone. */
export const useIsHeld = (action: HeldAction | undefined): boolean =>
  useStore(heldActions, (all) => action !== undefined && all.includes(action));

/** Sends an action in some seconds. */
export function holdAction<Result>({ holdMs, hasUndoKey, isUndoInUse, requests, onSent, onUndo }: Content<Result>): HeldAction {
  const accountKey = currentAccountKey();
  const waiting = [...requests];
  const begun: Promise<Result>[] = [];
  let timer: ReturnType<typeof setTimeout>;
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const action: HeldAction = {
    undo() {
      if (release()) drop();
    },
    send(isLeaving = false) {
      if (release()) void sendReleased(isLeaving);
      return ended;
    },
  };
  function startTimer(restMs: number): void {
    timer = setTimeout(() => (restMs > 0 && isUndoInUse?.() ? startTimer(restMs - holdMs) : void action.send()), holdMs);
  }
  /** @returns whether it was still held */
  function release(): boolean {
    clearTimeout(timer);
    const isHeld = heldActions.get().includes(action);
    heldActions.set(heldActions.get().filter((other) => other !== action));
    return isHeld;
  }
  function drop(): void {
    end();
    onUndo?.();
  }
  /** Another account must not do what this one has done. */
  const isSameAccount = (): boolean => accountKey === currentAccountKey();
  /** A page that is being left has no time for a second request after the answer to the first one, so all are begun. */
  async function begin(isLeaving: boolean): Promise<void> {
    for (let next = waiting.shift(); next && isSameAccount(); next = waiting.shift()) {
      const request = next(isLeaving);
      begun.push(request);
      if (!isLeaving) await request;
    }
  }
  async function sendReleased(isLeaving: boolean): Promise<void> {
    if (!isSameAccount()) return drop();
    unfinished.set(action, begin);
    const all = (isLeaving ? begin(true) : sending.then(() => begin(false))).then(() => Promise.all(begun));
    sending = Promise.allSettled([sending, all]);
    try {
      const results = await all;
      if (isSameAccount()) onSent?.(results);
      else onUndo?.();
    } finally {
      unfinished.delete(action);
      end();
    }
  }
  navigator.locks?.request(heldLock, { mode: 'shared' }, () => ended).catch(() => {});
  if (hasUndoKey) withUndoKey.add(action);
  heldActions.set([...heldActions.get(), action]);
  startTimer(maxHoldMs);
  return action;
}

/** Held actions by the ids of what they change, for whatever shows it. One that was sent stays until `forget`. */
export function heldActionsById<Id extends number | string>() {
  const actions = createStore<ReadonlyMap<Id, HeldAction>>(new Map());
  const forget = (id: Id): void => actions.set(new Map([...actions.get()].filter(([other]) => other !== id)));
  return {
    forget,
    hold: (id: Id, content: Content<void>): void => {
      const onUndo = (): void => {
        forget(id);
        content.onUndo?.();
      };
      actions.set(new Map(actions.get()).set(id, holdAction({ ...content, onUndo })));
    },
    /** What is being done with it, if anything is. */
    useAction: (id: Id): { canUndo: boolean; undo: () => void } | undefined => {
      const action = useStore(actions, (all) => all.get(id));
      const canUndo = useIsHeld(action);
      return action && { canUndo, undo: action.undo };
    },
  };
}

/** Sends all actions of this tab. @returns when their requests have ended */
export const sendAllHeld = (isLeaving = false): Promise<unknown> =>
  Promise.all([...unfinished.keys(), ...heldActions.get()].map((action) => action.send(isLeaving)));

sessionBroadcast.subscribe(({ kind }) => {
  if (kind === 'send held') void sendAllHeld();
});
function leave(): void {
  for (const begin of unfinished.values()) begin(true);
  void sendAllHeld(true);
}

addEventListener('keydown', (event) => {
  const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event;
  if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey || altKey) return;
  if (target instanceof Element && target.closest('input:not([type=checkbox]), textarea, [contenteditable]')) return;
  const last = heldActions.get().findLast((action) => withUndoKey.has(action));
  if (!last) return;
  event.preventDefault();
  last.undo();
});

// A phone may end a page that is not shown, so what is held is sent before.
document.addEventListener('visibilitychange', () => document.hidden && leave());
addEventListener('pagehide', leave);
// The requests that were begun before the page is left may end with it.
addEventListener('beforeunload', (event) => {
  if (unfinished.size > 0 && !isLeavingPage()) event.preventDefault();
});
