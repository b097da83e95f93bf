import { reportReachable, reportUnreachable } from './connectivity.ts';
import { ApiError, OfflineError, TimeoutError } from './errors.ts';

// Requests are sent with fetch; files with XMLHttpRequest, because only it reports the progress of an upload.

/** A file, which is sent with its own type. */
export type FileBody = FormData | Blob;
export const isFile = (body: unknown): body is FileBody => body instanceof FormData || body instanceof Blob;

export interface HttpRequest {
  method: string;
  url: string;
  token?: string | undefined;
  headers?: Record<string, string> | undefined;
  body?: string | FileBody | undefined;
  signal?: AbortSignal | undefined;
  /** lets the request end although its page is left */
  keepalive?: boolean | undefined;
  /** @param share of the body that was sent, from 0 to 1 */
  onProgress?: ((share: number) => void) | undefined;
}

export interface HttpResponse {
  status: number;
  /** the parsed JSON, undefined for anything else */
  body: unknown;
}

/**
 * Sends a request and reports whether the service can be reached.
 * @throws ApiError for every status but 2xx; OfflineError without a response, TimeoutError when the signal has timed out;
 * the reason of the signal when it was aborted otherwise
 */
export async function sendRequest(request: HttpRequest): Promise<HttpResponse> {
  const { status, text, retryAfter } = await exchange(request);
  const body = parseJson(text);
  if (status >= 200 && status < 300) return { status, body };
  throw new ApiError(status, errorMessage(body, status), Number(retryAfter) || undefined, body);
}

interface RawResponse {
  status: number;
  text: string;
  retryAfter: string | null;
}

async function exchange(request: HttpRequest): Promise<RawResponse> {
  try {
    const response = await (isFile(request.body) ? sendFile(request, request.body) : sendText(request));
    reportReachable();
    return response;
  } catch (error) {
    if (error instanceof OfflineError) reportUnreachable();
    throw error;
  }
}

async function sendText({ method, url, token, body, signal, keepalive = false, ...rest }: HttpRequest): Promise<RawResponse> {
  const headers: Record<string, string> = { ...rest.headers };
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

/** Whether a signal was aborted by `AbortSignal.timeout`, and not because the result is not needed any more. */
export const isTimeout = ({ reason }: AbortSignal): boolean => reason instanceof DOMException && reason.name === 'TimeoutError';

function sendFile({ method, url, token, headers = {}, signal, onProgress }: HttpRequest, body: FileBody): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    const stallTimer = startStallTimer(() => request.abort());
    request.upload.onprogress = (event) => {
      stallTimer.restart();
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    };
    request.onloadend = stallTimer.stop;
    request.onload = () =>
      resolve({ status: request.status, text: request.responseText, retryAfter: request.getResponseHeader('retry-after') });
    request.onerror = () => reject(new OfflineError('no answer'));
    request.onabort = () => reject(signal?.aborted ? new DOMException('aborted', 'AbortError') : new OfflineError('stalled'));
    signal?.addEventListener('abort', () => request.abort());
    request.send(body);
  });
}

/** An upload without progress for so long is aborted: a broken connection may report no error. */
const stallTimeoutMs = 70_000;

function startStallTimer(onStall: () => void): { restart: () => void; stop: () => void } {
  let timer = setTimeout(onStall, stallTimeoutMs);
  const stop = (): void => clearTimeout(timer);
  const restart = (): void => {
    stop();
    timer = setTimeout(onStall, stallTimeoutMs);
  };
  return { restart, stop };
}

/** A proxy may answer with anything, so a body that is no JSON is no error here. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function errorMessage(body: unknown, status: number): string {
  const isEnvelope = typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string';
  return isEnvelope ? String((body as { error: string }).error) : `HTTP ${status}`;
}
