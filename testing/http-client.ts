import { Agent, type IncomingHttpHeaders, type RequestOptions, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

// Sends requests without the normalization of paths and headers that fetch() does.

export interface HttpRequest {
  method: string;
  path: string;
  token?: string;
  /** An object is sent as JSON. */
  body?: object | string | Buffer;
  headers?: Record<string, string>;
  /** The client address that a proxy would send in X-Forwarded-For. */
  ip?: string;
}

export interface HttpResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: callers read responses of every shape
  body: any;
  headers: IncomingHttpHeaders;
  /** performance.now() before the request went and after the answer came */
  sent: number;
  received: number;
}

/** The connection ended without a response: the request may or may not have been executed. */
export class NoResponseError extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

const timeoutMs = 75_000; // longer than any timeout of the service
export const keepAliveAgent = new Agent({ keepAlive: true, maxSockets: 256 });
export const noKeepAliveAgent = new Agent({ keepAlive: false });

/** @throws NoResponseError */
export function send(base: string, call: HttpRequest, agent = keepAliveAgent): Promise<HttpResponse> {
  const { method, path, token, body, headers, ip } = call;
  const bytes =
    body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const options: RequestOptions = {
    method,
    agent,
    timeout: timeoutMs,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(ip && { 'x-forwarded-for': ip }),
      ...(bytes && { 'content-length': bytes.length }),
      ...headers,
    },
  };
  const sent = performance.now();
  return new Promise((resolve, reject) => {
    const lost = (error: NodeJS.ErrnoException): void => reject(new NoResponseError(error.code ?? error.message));
    const outgoing = request(`${base}${path}`, options, (incoming) => {
      buffer(incoming).then((text) => {
        const { statusCode: status = 0, headers: received } = incoming;
        resolve({ status, body: parsed(text.toString()), headers: received, sent, received: performance.now() });
      }, lost);
    });
    outgoing.on('error', lost);
    outgoing.on('timeout', () => outgoing.destroy(new Error('timeout')));
    outgoing.end(bytes);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Sends a request that must succeed. @throws when the status is 300 or more */
export async function sendOk(base: string, call: HttpRequest): Promise<HttpResponse> {
  const reply = await send(base, call);
  if (reply.status >= 300) throw new Error(`${call.method} ${call.path}: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply;
}

/** Runs a function n times in parallel. */
export function inParallel<T>(n: number, one: (i: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: n }, (_, i) => one(i)));
}

const batchSize = 10;

/** Runs a function n times, a few at a time. */
export async function inBatches(n: number, one: (i: number) => Promise<unknown>): Promise<void> {
  for (let first = 0; first < n; first += batchSize) await inParallel(Math.min(batchSize, n - first), (i) => one(first + i));
}

/** @returns how often each status occurred, as text: `200 x1, 409 x31` */
export function statusCounts(replies: HttpResponse[]): string {
  const counts = new Map<number, number>();
  for (const { status } of replies) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([status, n]) => `${status} x${n}`)
    .join(', ');
}
