import { newIdempotencyKey } from '../../../clients/typescript/src/index.ts';
import { isFinal, isUnderWay } from '../http/errors.ts';
import { delay } from '../lib/delay.ts';
import { hasSameShape, parseStored, safeSessionStorage } from '../lib/storage.ts';

// A write whose answer was lost may have been executed. When the same write is sent again it has the same Idempotency-Key, so that
// the service repeats its answer instead of executing it twice.

/** What is written, and by whom. */
interface Write {
  id: string;
  /** its form is stored as a draft: it is not forgotten by a reload or by other writes */
  isDraft: boolean;
}

interface UnansweredWrite extends Write {
  key: string;
  /** when it was sent first, in milliseconds */
  sentAt: number;
}

const storageKey = 'unanswered-writes';
/** The service keeps an answer for a day. */
const maxDraftAgeMs = 24 * 3_600_000;
/** Later the same write is meant anew, because somebody else may have undone the first one. */
const maxAgeMs = 10 * 60_000;

const isStored = (value: unknown): value is UnansweredWrite => hasSameShape({ id: '', isDraft: true, key: '', sentAt: 0 }, value);
const isList = (value: unknown): value is UnansweredWrite[] => Array.isArray(value) && value.every(isStored);

let unanswered: readonly UnansweredWrite[] = parseStored(safeSessionStorage.getItem(storageKey), isList) ?? [];

/**
 * Sends a write with the key of its last attempt when that was not answered, and with a new key otherwise.
 * @param send gets the key
 * @throws whatever `send` throws
 */
export async function sendOnce<Result>({ id, isDraft }: Write, send: (key: string) => Promise<Result>): Promise<Result> {
  const write = unanswered.find((one) => one.id === id && isRecent(one)) ?? {
    id,
    isDraft,
    key: newIdempotencyKey(),
    sentAt: Date.now(),
  };
  remember(write); // before it is answered, because the page may be reloaded
  try {
    const answer = await send(write.key);
    // It may have undone what other writes did, which are meant anew when they are sent again.
    setUnanswered(unanswered.filter((one) => one.id !== id && one.isDraft));
    return answer;
  } catch (error) {
    if (isFinal(error)) setUnanswered(withoutWrite(id));
    else remember(write);
    throw error;
  }
}

/** The service answers 409 while it still handles the first attempt, so often at most. */
const maxWaits = 10;

/**
 * Sends a write again as long as the service still handles an earlier attempt with its key.
 * @throws whatever `send` throws
 */
export async function afterEarlierAttempt<Result>(send: () => Promise<Result>): Promise<Result> {
  for (let waits = 0; ; waits++) {
    try {
      return await send();
    } catch (error) {
      if (!isUnderWay(error) || waits === maxWaits) throw error;
      await delay((error.retryAfterSeconds ?? 1) * 1_000);
    }
  }
}

function isRecent({ sentAt, isDraft }: UnansweredWrite): boolean {
  const ageMs = Date.now() - sentAt;
  return ageMs >= 0 && ageMs < (isDraft ? maxDraftAgeMs : maxAgeMs);
}

const withoutWrite = (id: string): UnansweredWrite[] => unanswered.filter((one) => one.id !== id);

const remember = (write: UnansweredWrite): void => setUnanswered([...withoutWrite(write.id).filter(isRecent), write]);

/** Writes without a draft are in memory only, because they may contain a password. */
function setUnanswered(next: readonly UnansweredWrite[]): void {
  unanswered = next;
  const drafts = next.filter(({ isDraft }) => isDraft);
  if (drafts.length > 0) safeSessionStorage.setItem(storageKey, JSON.stringify(drafts));
  else safeSessionStorage.removeItem(storageKey);
}
