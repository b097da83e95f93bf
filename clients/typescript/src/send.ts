import { NoAnswerError, TimeoutError, toApiError } from './errors.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface HttpRequest {
  method: string;
  url: string;
  /** of the header Authorization */
  token?: string | undefined;
  headers?: Record<string, string> | undefined;
  /** a text is JSON */
  body?: string | FormData | Blob | undefined;
  signal?: AbortSignal | undefined;
  /** lets the request end although its page is left */
  keepalive?: boolean | undefined;
  /** `include` where the answer sets or the request needs the refresh cookie */
  credentials?: 'include' | undefined;
}

/**
 * Sends one request, once.
 * @returns a response of 2xx, of which the body is not read yet
 * @throws ApiError for any other status; NoAnswerError without a response, TimeoutError when the signal has timed out; the
 * reason of the signal when it was aborted otherwise
 */
export async function sendRequest(request: HttpRequest, send: Fetch = globalThis.fetch): Promise<Response> {
  const { method, url, token, body, signal, keepalive, credentials } = request;
  const headers: Record<string, string> = { ...request.headers };
  if (token) headers['authorization'] = `Bearer ${token}`;
  if (typeof body === 'string') headers['content-type'] = 'application/json';
  const response = await orNoAnswer(
    send(url, {
      method,
      headers,
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
      ...(keepalive && { keepalive }),
      ...(credentials && { credentials }),
    }),
    signal,
  );
  if (response.ok) return response;
  throw toApiError(response, await orNoAnswer(response.text(), signal));
}

/** @returns the JSON of a response, or a file @throws as sendRequest(), because the connection may end before the body does */
export async function readBody(response: Response, signal?: AbortSignal): Promise<unknown> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return isJson ? JSON.parse(await orNoAnswer(response.text(), signal)) : orNoAnswer(response.blob(), signal);
}

/** Fetch throws a TypeError for every failure of the network. */
async function orNoAnswer<Result>(running: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  try {
    return await running;
  } catch (error) {
    if (!signal?.aborted) throw new NoAnswerError('no answer', { cause: error });
    throw isTimeout(signal) ? new TimeoutError('no answer', { cause: error }) : signal.reason;
  }
}

/** Whether a signal was aborted by `AbortSignal.timeout`, and not because the result is not needed any more. */
export const isTimeout = ({ reason }: AbortSignal): boolean => reason instanceof DOMException && reason.name === 'TimeoutError';

/** Stops waiting when the signal is aborted; the work goes on. @throws TimeoutError, or the reason of the signal */
export function orAborted<Result>(running: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(isTimeout(signal) ? new TimeoutError('no answer') : signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    running.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
