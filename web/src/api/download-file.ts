import { createClient } from '../../../clients/typescript/src/index.ts';
import { ApiError, NoAnswerError } from '../http/errors.ts';
import { reportingFetch } from '../http/reporting-fetch.ts';
import { withActFor } from './act-for.ts';
import { type Answer, type Input, type OperationName, tokensOf } from './client.ts';

/** An operation that answers with a file. */
type FileName = { [Name in OperationName]: Answer<Name> extends Blob ? Name : never }[OperationName];

interface Progress {
  signal: AbortSignal;
  /** @param bytes received until now */
  onProgress?: (bytes: number) => void;
}

/** The service ends a download that stalls: a slow one may take as long as it needs. */
const timeoutMs = 24 * 3_600_000;

/**
 * Downloads a file for the current session.
 * @throws ApiError for an error response; NoAnswerError when the connection is cut before the end; the reason of the signal
 */
export async function downloadFile<Name extends FileName>(
  name: Name,
  input: Input<Name>,
  { signal, onProgress }: Progress,
): Promise<Blob> {
  const client = createClient({ baseUrl: '', auth: tokensOf(), maxRetries: 0, timeoutMs, fetch: withActFor(reportingFetch) });
  try {
    return await readAll(await client.fetch(name, { ...input, signal }), onProgress);
  } catch (error) {
    if (error instanceof ApiError || signal.aborted) throw error;
    throw new NoAnswerError('the download was cut', { cause: error });
  }
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
