import { reportReachable, reportUnreachable } from './connectivity.ts';

/** An upload without progress for so long is aborted: a broken connection may report no error. */
const stallTimeoutMs = 70_000;

/**
 * fetch() for an upload: with XMLHttpRequest, because only it reports the progress.
 * @param onProgress gets the share of the body that was sent, from 0 to 1
 * @returns a function as fetch(), which reports whether the service can be reached too
 */
export const uploadWithProgress =
  (onProgress: (share: number) => void) =>
  (url: string, { method = 'POST', headers, body, signal }: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, url);
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      const stallTimer = startStallTimer(() => request.abort());
      const fail = (): void => {
        if (!signal?.aborted) reportUnreachable();
        reject(new TypeError('no answer'));
      };
      request.upload.onprogress = (event) => {
        stallTimer.restart();
        if (event.lengthComputable) onProgress(event.loaded / event.total);
      };
      request.onloadend = stallTimer.stop;
      request.onload = () => {
        reportReachable();
        resolve(toResponse(request));
      };
      request.onerror = fail;
      request.onabort = fail;
      signal?.addEventListener('abort', () => request.abort());
      request.send(body as XMLHttpRequestBodyInit);
    });

function toResponse(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().trim().split('\r\n');
  const headers = lines.map((line) => line.split(/:\s*(.*)/s).slice(0, 2) as [string, string]);
  return new Response(request.responseText, { status: request.status, headers });
}

function startStallTimer(onStall: () => void): { restart: () => void; stop: () => void } {
  let timer = setTimeout(onStall, stallTimeoutMs);
  const stop = (): void => clearTimeout(timer);
  const restart = (): void => {
    stop();
    timer = setTimeout(onStall, stallTimeoutMs);
  };
  return { restart, stop };
}
