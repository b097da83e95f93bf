import { ApiError, OfflineError } from '../http/errors.ts';
import { currentSession } from '../session/session-store.ts';
import { isTokenValid, refreshToken } from '../session/token-refresh.ts';

interface Progress {
  signal: AbortSignal;
  /** @param bytes received until now */
  onProgress?: (bytes: number) => void;
}

/**
 * Downloads a file for the current session.
 * @param url of the API, with its query
 * @throws ApiError for an error response; OfflineError when the connection is cut before the end; the reason of the signal
 */
export async function downloadFile(url: string, { signal, onProgress }: Progress): Promise<Blob> {
  try {
    const response = await fetchWithToken(url, signal);
    if (!response.ok || !response.body) throw await toApiError(response);
    return await readAll(response, onProgress);
  } catch (error) {
    if (error instanceof ApiError || signal.aborted) throw error;
    throw new OfflineError('the download was cut', { cause: error });
  }
}

/** A token that the service refuses is refreshed once. */
async function fetchWithToken(url: string, signal: AbortSignal): Promise<Response> {
  const session = currentSession();
  const token = session && isTokenValid(session) ? session.token : await refreshToken();
  const send = (bearer: string): Promise<Response> => fetch(url, { signal, headers: { authorization: `Bearer ${bearer}` } });
  const response = await send(token);
  return response.status === 401 ? send(await refreshToken(token)) : response;
}

async function toApiError(response: Response): Promise<ApiError> {
  const body: { error?: string } = await response.json().catch(() => ({}));
  return new ApiError(
    response.status,
    body.error ?? String(response.status),
    Number(response.headers.get('retry-after')) || undefined,
  );
}

async function readAll(response: Response, onProgress: ((bytes: number) => void) | undefined): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    chunks.push(chunk.value);
    bytes += chunk.value.length;
    onProgress?.(bytes);
  }
  return new Blob(chunks, { type: response.headers.get('content-type') ?? '' });
}
