import { reportReachable, reportUnreachable } from './connectivity.ts';

/** fetch() that reports whether the service can be reached; a request that is not needed any more says nothing about it. */
export async function reportingFetch(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init);
    reportReachable();
    return response;
  } catch (error) {
    if (!init.signal?.aborted || isTimeout(init.signal.reason)) reportUnreachable();
    throw error;
  }
}

const isTimeout = (reason: unknown): boolean => reason instanceof Error && reason.name === 'TimeoutError';
