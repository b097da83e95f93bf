import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { BoundedMap } from '../lib/bounded-map.ts';
import type { Clock } from '../lib/clock.ts';
import { FairQueue, type Release } from '../lib/fair-queue.ts';
import { recentlyActiveTenants } from '../lib/fair-queue-contention.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { BearerTokens } from '../security/bearer-tokens.ts';
import { clientIp, networksOf } from './client-ip.ts';
import { errorResponse } from './error-response.ts';
import { overloaded } from './errors.ts';

/** Requests without a verified token that start in one turn of the event loop; all others wait for them. */
const maxStartedPerTurn = { anonymous: 6, operator: 4 };
/**
 * The duration of a turn of anonymous requests while accounts are active: `minMs`, and longer by a multiple of the
 * delay with which the last one ended, so that a flood leaves processor time to accounts.
 */
const anonymousTurn = { minMs: 5, delayFactor: 3, maxMs: 40 };
/** Networks of accounts that are kept, so that a login from there does not wait behind a flood. */
const maxKnownNetworks = 20_000;
/** Requests that wait to start; above it they are refused, first those of the network with the most waiting. */
const maxWaiting = { anonymous: 3_000, operator: 500 };

const warnIntervalMs = 1_000;

type CallerKind = keyof typeof maxWaiting;

interface AdmissionDeps {
  clock: Clock;
  config: Config;
  metrics: Metrics;
  log: Logger;
}

/**
 * Decides when a request starts. Requests with a verified token start at once and take turns by account later
 * (access.ts); all others take turns by network. Health checks and metrics have a queue of their own.
 */
export class Admission {
  readonly #deps: AdmissionDeps;
  readonly #tokens: BearerTokens;
  readonly #queues = { anonymous: queueOf('anonymous'), operator: queueOf('operator') };
  readonly #startedThisTurn: Record<CallerKind, Release[]> = { anonymous: [], operator: [] };
  readonly #startedByToken = new WeakSet<IncomingMessage>();
  readonly #knownNetworks = new BoundedMap<string, true>(maxKnownNetworks);
  /** how much later than planned the last turn of anonymous requests ended */
  #delayMs = 0;
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor(deps: AdmissionDeps, tokens: BearerTokens) {
    this.#deps = deps;
    this.#tokens = tokens;
  }

  /** Starts a request now or in a later turn, or answers 503 when too many wait. */
  admit(request: IncomingMessage, response: ServerResponse, handle: RequestListener): void {
    if (this.#hasVerifiedToken(request)) {
      this.#startedByToken.add(request);
      handle(request, response);
      return;
    }
    const { kind, acquired } = this.#acquireSlot(request);
    const start = (release: Release): void => {
      this.#releaseAfterTurn(kind, release);
      handle(request, response);
    };
    if (typeof acquired === 'function') start(acquired);
    else acquired.then(start, () => this.#refuse(kind, request, response));
  }

  /** Gives priority to the network of a request with a valid token. */
  addKnownNetwork(request: IncomingMessage): void {
    this.#knownNetworks.set(this.#networkOf(request), true);
  }

  /**
   * Lets a request that started because of its token take its turn after all, for what needs no token: unknown paths, public
   * operations, health checks. Others pass at once.
   * @throws QueueFull
   */
  async waitAsAnonymous(request: IncomingMessage): Promise<void> {
    if (!this.#startedByToken.has(request)) return;
    const { kind, acquired } = this.#acquireSlot(request);
    this.#releaseAfterTurn(kind, await acquired);
  }

  #acquireSlot(request: IncomingMessage): { kind: CallerKind; acquired: Release | Promise<Release> } {
    const [kind, key] = this.#callerOf(request);
    const hasPriority = kind === 'anonymous' && this.#knownNetworks.get(key) !== undefined;
    return { kind, acquired: this.#queues[kind].acquire({ key, isGone: () => request.socket.destroyed, hasPriority }) };
  }

  #refuse(caller: CallerKind, request: IncomingMessage, response: ServerResponse): void {
    this.#deps.metrics.overloadRefusals.inc({ caller });
    const now = performance.now();
    if (now - this.#warnedAt > warnIntervalMs) {
      this.#warnedAt = now;
      this.#deps.log.warn(
        { caller },
        'requests are refused because too many are waiting; callout_overload_refusals_total counts them',
      );
    }
    answerOverloaded(request, response);
  }

  #callerOf(request: IncomingMessage): [kind: CallerKind, key: string] {
    const { url = '' } = request;
    return /^\/(health|metrics)\b/.test(url) ? ['operator', ''] : ['anonymous', this.#networkOf(request)];
  }

  #hasVerifiedToken({ headers }: IncomingMessage): boolean {
    const token = headers.authorization?.slice('Bearer '.length);
    return token !== undefined && this.#tokens.cached(token, this.#deps.clock()) !== undefined;
  }

  #networkOf(request: IncomingMessage): string {
    const [network, wider] = networksOf(clientIp(request, this.#deps.config.trustedProxies));
    return wider ?? network;
  }

  /** A request keeps its slot for one turn of the event loop. */
  #releaseAfterTurn(kind: CallerKind, release: Release): void {
    const started = this.#startedThisTurn[kind];
    if (started.push(release) > 1) return;
    const releaseAll = (): void => {
      for (const each of started.splice(0)) each();
    };
    if (kind === 'anonymous' && recentlyActiveTenants.hasAny()) this.#afterAnonymousTurn(releaseAll);
    else setImmediate(releaseAll);
  }

  #afterAnonymousTurn(releaseAll: () => void): void {
    const { minMs, delayFactor, maxMs } = anonymousTurn;
    const turnMs = Math.min(minMs + this.#delayMs * delayFactor, maxMs);
    const dueAt = performance.now() + turnMs;
    setTimeout(() => {
      this.#delayMs = Math.max(0, performance.now() - dueAt);
      releaseAll();
    }, turnMs);
  }
}

const queueOf = (kind: CallerKind): FairQueue =>
  new FairQueue({ concurrency: maxStartedPerTurn[kind], maxWaiting: maxWaiting[kind] });

/** Closes the connection, so that a flood has to open another one for each request. */
function answerOverloaded({ headers: { accept } }: IncomingMessage, response: ServerResponse): void {
  const { status, headers, body } = errorResponse(overloaded(), accept);
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' });
  response.end(body);
}
