import { reportReachable, reportUnreachable } from './connectivity.ts';
import { ApiError, OfflineError, TimeoutError } from './errors.ts';

// The two ways over the wire: fetch for everything, XMLHttpRequest for files, because only it
// tells how much of a body has left.

export interface HttpRequest {
  method: string;
  url: string;
  token?: string | undefined;
  body?: string | FormData | undefined;
  signal?: AbortSignal | undefined;
  keepalive?: boolean | undefined;
  onProgress?: ((share: number) => void) | undefined;
}

export interface HttpResponse {
  status: number;
  body: unknown;
}

export async function sendRequest(wire: HttpRequest): Promise<HttpResponse> {
  const { status, text, retryAfter } = await exchange(wire);
  const body = read(text);
  if (status >= 200 && status < 300) return { status, body };
  throw new ApiError(status, messageOf(body, status), Number(retryAfter) || undefined);
}

interface Raw {
  status: number;
  text: string;
  retryAfter: string | null;
}

async function exchange(wire: HttpRequest): Promise<Raw> {
  try {
    const raw = await (wire.body instanceof FormData ? sendFile(wire, wire.body) : sendText(wire));
    reportReachable();
    return raw;
  } catch (error) {
    if (error instanceof OfflineError) reportUnreachable();
    throw error;
  }
}

async function sendText({ method, url, token, body, signal, keepalive = false }: HttpRequest): Promise<Raw> {
  const headers: Record<string, string> = {};
  if (token) headers['authorization'] = `Bearer ${token}`;
  if (typeof body === 'string') headers['content-type'] = 'application/json';
  try {
    const response = await fetch(url, {
      method,
      headers,
      keepalive,
      ...(typeof body === 'string' && { body }),
      ...(signal && { signal }),
    });
    return { status: response.status, text: await response.text(), retryAfter: response.headers.get('retry-after') };
  } catch (error) {
    if (!signal?.aborted) throw new OfflineError('no answer', { cause: error });
    throw isTimeout(signal) ? new TimeoutError('no answer', { cause: error }) : error;
  }
}

/** Whether a request was ended by `AbortSignal.timeout` and not because nobody waits for it any more. */
export const isTimeout = ({ reason }: AbortSignal): boolean => reason instanceof DOMException && reason.name === 'TimeoutError';

function sendFile({ method, url, token, signal, onProgress }: HttpRequest, body: FormData): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    const watch = stopwatch(() => request.abort());
    request.upload.onprogress = (event) => {
      watch.restart();
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    };
    request.onloadend = watch.stop;
    request.onload = () =>
      resolve({ status: request.status, text: request.responseText, retryAfter: request.getResponseHeader('retry-after') });
    request.onerror = () => reject(new OfflineError('no answer'));
    request.onabort = () => reject(signal?.aborted ? new DOMException('aborted', 'AbortError') : new OfflineError('stalled'));
    signal?.addEventListener('abort', () => request.abort());
    request.send(body);
  });
}

/** A link that hangs says nothing: no progress for so long is as good as a broken one. */
const longestSilence = 70_000;

function stopwatch(ring: () => void): { restart: () => void; stop: () => void } {
  let timer = setTimeout(ring, longestSilence);
  const stop = (): void => clearTimeout(timer);
  const restart = (): void => {
    stop();
    timer = setTimeout(ring, longestSilence);
  };
  return { restart, stop };
}

/** What stands between us and the service may answer with anything. */
function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function messageOf(body: unknown, status: number): string {
  const isEnvelope = typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string';
  return isEnvelope ? String((body as { error: string }).error) : `HTTP ${status}`;
}
