import { Agent, type RequestOptions, request } from 'node:https';
import type { ProxyOptions } from '../../../platform/config/proxy.ts';
import { hours, seconds } from '../../../platform/lib/duration.ts';
import { hostOf, isAllowedHost, lookupPublic, mayBePublic, NotPublic } from '../../../platform/lib/public-host.ts';
import { ResponsePauses } from './response-pauses.ts';

const timeoutMs = seconds(5);
/** What a push service answers is of no use; more than this is not even read. */
const maxAnswerBytes = 16_384;
const maxConnectionsPerHost = 16;
const maxRetryAfterMs = hours(1);

/** What became of a message. */
export type PushResult =
  | { outcome: 'sent' }
  /** the browser has ended the subscription */
  | { outcome: 'gone' }
  /** another attempt would be refused as well */
  | { outcome: 'refused'; reason: string }
  /** to be tried again, after the time that the push service wants */
  | { outcome: 'failed'; reason: string; hasNoAnswer: boolean; retryAfterMs: number | undefined };

/** An encrypted message for an endpoint. */
export interface PushMessage {
  url: URL;
  headers: Record<string, string>;
  body: Buffer;
}

const agentOptions = { keepAlive: true, maxSockets: maxConnectionsPerHost, maxFreeSockets: 2, timeout: timeoutMs };

/** Hosts of the push services of browsers. Only these are called through a proxy, which resolves names by itself. */
const knownServices = /(^|\.)(googleapis\.com|push\.services\.mozilla\.com|notify\.windows\.com|push\.apple\.com)$/;

/** Sends messages to push services. */
export class PushClient {
  readonly #allowedHosts: ReadonlySet<string>;
  readonly #public = new Agent({ ...agentOptions, lookup: lookupPublic });
  readonly #internal = new Agent(agentOptions);
  readonly #proxied: Agent | undefined;
  /** by host */
  readonly #pauses = new ResponsePauses();

  /** @param allowedHosts host:port of those that may have an internal address */
  constructor(allowedHosts: ReadonlySet<string>, proxyEnv?: ProxyOptions) {
    this.#allowedHosts = allowedHosts;
    if (proxyEnv) this.#proxied = new Agent({ ...agentOptions, proxyEnv: { ...proxyEnv } });
  }

  #agentFor(url: URL, isAllowed: boolean): Agent {
    if (isAllowed) return this.#internal;
    return (knownServices.test(url.hostname) ? this.#proxied : undefined) ?? this.#public;
  }

  /** @throws only when the signal aborts */
  async post({ url, headers, body }: PushMessage, now: Date, signal?: AbortSignal): Promise<PushResult> {
    const isAllowed = isAllowedHost(url, this.#allowedHosts);
    if (!isAllowed && !mayBePublic(url)) return { outcome: 'refused', reason: `${url.hostname} is not public` };
    const pauseMs = this.#pauses.remainingMs(url.host);
    if (pauseMs > 0)
      return { outcome: 'failed', reason: `${url.hostname} does not answer`, hasNoAnswer: false, retryAfterMs: pauseMs };
    const startedAt = performance.now();
    const bounded = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
    try {
      const { status, retryAfter } = await send(url, body, {
        method: 'POST',
        headers: { ...headers, 'Content-Length': String(body.length) },
        agent: this.#agentFor(url, isAllowed),
        signal: bounded,
        // Certificates are not verified on loopback: local servers use self-signed ones.
        rejectUnauthorized: !(isAllowed && isLoopback(hostOf(url))),
      });
      this.#pauses.record(url.host, 0, true);
      return resultOf(url.hostname, status, retryAfter === undefined ? undefined : retryAfterMs(retryAfter, now));
    } catch (error) {
      if (signal?.aborted) throw error;
      if (error instanceof NotPublic) return { outcome: 'refused', reason: `${url.hostname} is not public` };
      this.#pauses.record(url.host, performance.now() - startedAt, false);
      const reason = bounded.aborted ? 'no answer' : ((error as NodeJS.ErrnoException).code ?? 'no connection');
      return { outcome: 'failed', reason: `${url.hostname}: ${reason}`, hasNoAnswer: true, retryAfterMs: undefined };
    }
  }
}

const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);

interface Answer {
  status: number;
  retryAfter: string | undefined;
}

/** Redirects are not followed. */
function send(url: URL, body: Buffer, options: RequestOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(url, options, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxAnswerBytes) response.destroy();
      });
      response.on('error', () => {});
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
    })
      .on('error', reject)
      .end(body);
  });
}

/** RFC 8030, section 5 to 7. */
function resultOf(host: string, status: number, retryAfterMs: number | undefined): PushResult {
  const reason = `${host} answered ${status}`;
  if (status >= 200 && status < 300) return { outcome: 'sent' };
  if (status === 404 || status === 410) return { outcome: 'gone' };
  if (status === 408 || status === 429 || status >= 500) {
    return { outcome: 'failed', reason, hasNoAnswer: false, retryAfterMs };
  }
  return { outcome: 'refused', reason };
}

/** @param header seconds, or a date */
function retryAfterMs(header: string, now: Date): number | undefined {
  const ms = /^\d+$/.test(header) ? seconds(Number(header)) : Date.parse(header) - now.getTime();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, seconds(1)), maxRetryAfterMs) : undefined;
}
