// One tab at a time: a cookie that is used twice ends all sessions of its owner.

const name = 'callout-renewal';
/** A renewal whose tab was closed goes on without it: wait for it this long. */
const longest = 10_000;
const step = 100;

let isLeaving = false;
addEventListener('pagehide', () => {
  isLeaving = true;
});
addEventListener('pageshow', () => {
  isLeaving = false;
});

/**
 * Runs the work while no other tab runs its own.
 * @param outlives it comes to its end although the page is left, and whoever asks again gets its answer
 */
export function inTurn<Result>(work: () => Promise<Result>, outlives = false): Promise<Result> {
  const marked = () => (outlives ? free().then(work) : withMark(work));
  // Locks exist in secure contexts only; over plain http in a local network the mark must do.
  return navigator.locks ? navigator.locks.request(name, marked) : marked();
}

async function withMark<Result>(work: () => Promise<Result>): Promise<Result> {
  const mine = crypto.getRandomValues(new Uint32Array(2)).join();
  await free();
  localStorage.setItem(name, `${Date.now()} ${mine}`);
  if (!navigator.locks) {
    await pause(step); // two tabs may have seen it free at once: the later mark wins
    if (markOf().owner !== mine) return withMark(work);
  }
  try {
    return await work();
  } finally {
    // A page that is left hears no more of its request, which may still be under way.
    if (!isLeaving && markOf().owner === mine) localStorage.removeItem(name);
  }
}

async function free(): Promise<void> {
  while (markOf().age < longest) await pause(step);
}

function markOf(): { age: number; owner: string } {
  const [at = '0', owner = ''] = (localStorage.getItem(name) ?? '').split(' ');
  return { age: Math.abs(Date.now() - Number(at)), owner };
}

const pause = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));
