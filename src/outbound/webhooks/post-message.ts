import { Agent as HttpAgent, request as httpRequest, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { ProxyOptions } from '../../platform/config/proxy.ts';
import { hours, seconds } from '../../platform/lib/duration.ts';
import { isAllowedHost, lookupPublic, NotPublic } from '../../platform/lib/public-host.ts';
import { mayBeCalled } from './url.ts';

/** Of the whole exchange: name, connection, request and answer. */
export const exchangeTimeoutMs = seconds(10);
/** Of the answer, to look at. */
const maxKeptBytes = 1_024;
/** A longer answer is not read to its end. */
const maxReadBytes = 16_384;
const maxRetryAfterMs = hours(1);

/** What became of an attempt. */
export interface Attempt {
  isDelivered: boolean;
  /** null: no answer, or an incomplete one */
  status: number | null;
  durationMs: number;
  /** the beginning of the answer, as text */
  answer: string | null;
  /** why there is no answer: `timeout`, `not_public`, `proxy_not_used`, or the code of the error */
  error: string | null;
  /** what the receiver asked for */
  retryAfterMs: number | undefined;
}

interface Answer {
  status: number;
  retryAfter: string | undefined;
  body: string;
}

const agentOptions = { keepAlive: true, maxFreeSockets: 1, timeout: exchangeTimeoutMs };

/** Where webhooks may go, and how. */
interface WebhookNetwork {
  /** host:port of those that may be internal, and called without TLS */
  allowedHosts: ReadonlySet<string>;
  /** the proxy of the network */
  proxy?: ProxyOptions | undefined;
  /** whether public hosts are called through it. It resolves their names, so that their addresses are not checked here. */
  usesProxy?: boolean;
}

/** Calls webhooks. Redirects are not followed, and certificates are always verified. */
export class WebhookClient {
  readonly #allowedHosts: ReadonlySet<string>;
  readonly #timeoutMs: number;
  /** there is a proxy, and public hosts are called without it */
  readonly #avoidsProxy: boolean;
  /** how public hosts are called, and how on a new connection */
  readonly #external: RequestOptions;
  readonly #externalAnew: RequestOptions;
  readonly #agents = {
    internal: new HttpsAgent(agentOptions),
    plain: new HttpAgent(agentOptions),
  };

  constructor({ allowedHosts, proxy, usesProxy = false }: WebhookNetwork, timeoutMs = exchangeTimeoutMs) {
    this.#allowedHosts = allowedHosts;
    this.#timeoutMs = timeoutMs;
    const isProxied = usesProxy && proxy !== undefined;
    this.#avoidsProxy = proxy !== undefined && !usesProxy;
    // Without NO_PROXY: what the proxy is not used for would be called without a check of its address.
    const proxied = { proxyEnv: { HTTPS_PROXY: proxy?.HTTPS_PROXY ?? proxy?.HTTP_PROXY }, timeout: exchangeTimeoutMs };
    const direct = { lookup: lookupPublic };
    this.#external = isProxied
      ? { agent: new HttpsAgent({ ...agentOptions, ...proxied }) }
      : { agent: new HttpsAgent({ ...agentOptions, ...direct }), ...direct };
    this.#externalAnew = isProxied ? { agent: new HttpsAgent(proxied) } : { agent: false, ...direct };
  }

  /** @param stopping aborts the request @throws only when it is aborted */
  async post(href: string, headers: Record<string, string>, body: string, now: Date, stopping?: AbortSignal): Promise<Attempt> {
    const url = new URL(href);
    const failed = { isDelivered: false, status: null, answer: null, retryAfterMs: undefined };
    // The setting may have been changed since the webhook was created.
    if (!mayBeCalled(url, this.#allowedHosts)) return { ...failed, durationMs: 0, error: 'not_public' };
    const startedAt = performance.now();
    const elapsedMs = (): number => Math.round(performance.now() - startedAt);
    const timeout = AbortSignal.timeout(this.#timeoutMs);
    const signal = AbortSignal.any([timeout, ...(stopping ? [stopping] : [])]);
    try {
      const { status, retryAfter, body: answer } = await this.#exchange(url, headers, Buffer.from(body), signal);
      const retryAfterMs = status === 429 || status === 503 ? parseRetryAfter(retryAfter, now) : undefined;
      const isDelivered = status >= 200 && status < 300;
      return { isDelivered, status, durationMs: elapsedMs(), answer, error: null, retryAfterMs };
    } catch (error) {
      if (stopping?.aborted) throw error;
      return { ...failed, durationMs: elapsedMs(), error: this.#reasonOf(url, error, timeout.aborted) };
    }
  }

  #reasonOf(url: URL, error: unknown, isTimeout: boolean): string {
    const reason = isTimeout ? 'timeout' : codeOf(error);
    const isDirect = this.#avoidsProxy && !isAllowedHost(url, this.#allowedHosts);
    return isDirect && reason !== 'not_public' ? 'proxy_not_used' : reason;
  }

  async #exchange(url: URL, headers: Record<string, string>, body: Buffer, signal: AbortSignal): Promise<Answer> {
    const isPlain = url.protocol === 'http:';
    const isInternal = isAllowedHost(url, this.#allowedHosts);
    const { plain, internal } = this.#agents;
    const destination = isInternal ? { agent: isPlain ? plain : internal } : this.#external;
    const request = isPlain ? httpRequest : httpsRequest;
    const length = String(body.length);
    const options: RequestOptions = {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': length, 'user-agent': 'Callout-Webhooks', ...headers },
      ...destination,
      signal,
    };
    try {
      return await send(request, url, options, body);
    } catch (error) {
      // The receiver may have closed an idle connection at the moment of its next use.
      if (!(error instanceof StaleConnection) || signal.aborted) throw error;
      return send(request, url, { ...options, ...(isInternal ? { agent: false } : this.#externalAnew) }, body);
    }
  }
}

class StaleConnection extends Error {}

function send(request: typeof httpRequest, url: URL, options: RequestOptions, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let hasBegun = false;
    const sent = request(url, options, (response) => {
      hasBegun = true;
      const chunks: Buffer[] = [];
      let bytes = 0;
      const finish = (): void => {
        const { statusCode: status = 0, headers } = response;
        const kept = Buffer.concat(chunks).subarray(0, maxKeptBytes);
        resolve({ status, retryAfter: headers['retry-after'], body: kept.toString('utf8').replaceAll('\0', '') });
      };
      response.on('data', (chunk: Buffer) => {
        if (bytes < maxKeptBytes) chunks.push(chunk);
        bytes += chunk.length;
        if (bytes <= maxReadBytes) return;
        finish();
        response.destroy();
      });
      response.on('end', finish);
      response.on('error', reject); // closed before its end, or aborted
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = sent.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      reject(isStale ? new StaleConnection(error.message) : error);
    });
    // An answer that has begun has an end of its own.
    sent.on('close', () => {
      if (!hasBegun) reject(new Error('closed without an answer'));
    });
    sent.end(body);
  });
}

function codeOf(error: unknown): string {
  if (error instanceof NotPublic) return 'not_public';
  const { code } = error as NodeJS.ErrnoException;
  return code ?? 'no_answer';
}

/** @param header seconds, or a date */
function parseRetryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d+$/.test(header) ? seconds(Number(header)) : Date.parse(header) - now.getTime();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), maxRetryAfterMs) : undefined;
}
