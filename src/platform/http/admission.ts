import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BlockList } from 'node:net';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { BoundedMap } from '../lib/bounded-map.ts';
import type { Clock } from '../lib/clock.ts';
import { FairQueue } from '../lib/fair-queue.ts';
import { accountActivity } from '../lib/recent-activity.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { CachedVerifier } from '../security/tokens.ts';
import { clientIp, networksOf } from './client-ip.ts';
import { overloaded } from './errors.ts';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Requests without a known token that begin in one turn of the event loop. What one turn begins is what the next
 * request of somebody else waits for.
 */
const maxBegunPerTurn = { anonymous: 6, operator: 4 };
/**
 * So long a turn of anonymous requests lasts while accounts are at work, and so many times longer than it is late:
 * a flood must not take the processor from them, least of all when there is too little of it.
 */
const anonymousTurn = { ms: 5, perMsLate: 3, maxMs: 40 };
/** Networks of accounts that are remembered, so that a sign-in from there does not wait behind a flood. */
const maxKnownNetworks = 20_000;
/** Requests that wait to begin; above it they are refused, first those of whoever has the most waiting. */
const maxWaiting = { anonymous: 3_000, operator: 500 };

const warnEveryMs = 1_000;

type Kind = keyof typeof maxWaiting;

/**
 * Decides when a request begins, before anything of it is looked at. Those of known tokens begin at once and take
 * turns by their account (access.ts); all others take turns by their network. Health checks and metrics wait for
 * nobody else.
 */
interface AdmissionDeps {
  clock: Clock;
  config: Config;
  metrics: Metrics;
  log: Logger;
}

export class Admission {
  readonly #clock: Clock;
  readonly #metrics: Pick<Metrics, 'overloadRefusals'>;
  readonly #log: Logger;
  readonly #trusted: BlockList;
  readonly #verifier: CachedVerifier;
  readonly #queues = {
    anonymous: queueOf('anonymous'),
    operator: queueOf('operator'),
  };
  readonly #begunThisTurn: Record<Kind, (() => void)[]> = { anonymous: [], operator: [] };
  readonly #knownNetworks = new BoundedMap<string, true>(maxKnownNetworks);
  /** how late the last turn of anonymous requests ended */
  #lateMs = 0;
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor({ clock, config, metrics, log }: AdmissionDeps, verifier: CachedVerifier) {
    this.#clock = clock;
    this.#metrics = metrics;
    this.#log = log;
    this.#trusted = config.trustedProxies;
    this.#verifier = verifier;
  }

  /** Begins a request now or in a later turn, or answers 503 when too many wait. */
  admit(request: IncomingMessage, response: ServerResponse, handle: Handler): void {
    if (this.#hasKnownToken(request)) {
      handle(request, response);
      return;
    }
    const [kind, key] = this.#callerOf(request);
    const { socket } = request;
    const begin = (release: () => void): void => {
      this.#endWithTurn(kind, release);
      handle(request, response);
    };
    const hasPriority = kind === 'anonymous' && this.#knownNetworks.get(key) !== undefined;
    const place = this.#queues[kind].acquire(key, { isGone: () => socket.destroyed, hasPriority });
    if (typeof place === 'function') begin(place);
    else place.then(begin, () => this.#refuse(kind, response));
  }

  /** Remembers the network of a request whose token is good: somebody with an account is there. */
  noteAccount(request: IncomingMessage): void {
    this.#knownNetworks.set(this.#networkOf(request), true);
  }

  #refuse(caller: Kind, response: ServerResponse): void {
    this.#metrics.overloadRefusals.inc({ caller });
    const now = performance.now();
    if (now - this.#warnedAt > warnEveryMs) {
      this.#warnedAt = now;
      this.#log.warn(
        { caller },
        'requests are refused because too many are waiting; callout_overload_refusals_total counts them',
      );
    }
    answerOverloaded(response);
  }

  #callerOf(request: IncomingMessage): [kind: Kind, key: string] {
    const { url = '' } = request;
    return /^\/(health|metrics)\b/.test(url) ? ['operator', ''] : ['anonymous', this.#networkOf(request)];
  }

  #hasKnownToken({ headers }: IncomingMessage): boolean {
    const token = headers.authorization?.slice('Bearer '.length);
    return token !== undefined && this.#verifier.cached(token, this.#clock()) !== undefined;
  }

  #networkOf(request: IncomingMessage): string {
    const [network, wider] = networksOf(clientIp(request, this.#trusted));
    return wider ?? network;
  }

  /** A place is taken for one turn of the event loop. */
  #endWithTurn(kind: Kind, release: () => void): void {
    const begun = this.#begunThisTurn[kind];
    if (begun.push(release) > 1) return;
    const end = (): void => {
      for (const each of begun.splice(0)) each();
    };
    if (kind === 'anonymous' && accountActivity.hasAny()) this.#endAnonymousTurn(end);
    else setImmediate(end);
  }

  #endAnonymousTurn(end: () => void): void {
    const { ms, perMsLate, maxMs } = anonymousTurn;
    const turnMs = Math.min(ms + this.#lateMs * perMsLate, maxMs);
    const dueAt = performance.now() + turnMs;
    setTimeout(() => {
      this.#lateMs = Math.max(0, performance.now() - dueAt);
      end();
    }, turnMs);
  }
}

const queueOf = (kind: Kind): FairQueue => new FairQueue({ concurrency: maxBegunPerTurn[kind], maxWaiting: maxWaiting[kind] });

/** The connection ends with the answer, so that whoever floods has to open another one. */
function answerOverloaded(response: ServerResponse): void {
  const { status, message, retryAfter } = overloaded();
  const body = JSON.stringify({ error: message });
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'retry-after': String(retryAfter),
    connection: 'close',
  });
  response.end(body);
}
