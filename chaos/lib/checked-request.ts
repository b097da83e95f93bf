import { type HttpRequest, type HttpResponse, NoResponseError, send } from '../../testing/http-client.ts';

/** Thrown when a request got no response or a 5xx: it may or may not have been executed. */
export class UnknownOutcome extends Error {}

/** A write that was sent, by performance.now(). */
export interface Write {
  sent: number;
  ended: number;
  /** undefined: acknowledged */
  failure?: string;
}

/**
 * Sends a request whose status is known in advance.
 * @param unexpected reports another status below 500
 * @returns the response; undefined when its status was unexpected
 * @throws UnknownOutcome
 */
export async function sendChecked(
  base: string,
  request: HttpRequest,
  expectedStatus: number,
  unexpected: (what: string) => void,
): Promise<HttpResponse | undefined> {
  let response: HttpResponse;
  try {
    response = await send(base, request);
  } catch (error) {
    if (error instanceof NoResponseError) throw new UnknownOutcome(error.code);
    throw error;
  }
  const { status, body } = response;
  if (status === expectedStatus) return response;
  if (status >= 500) throw new UnknownOutcome(`${status} ${JSON.stringify(body)}`);
  unexpected(`${request.method} ${request.path}: ${status} ${JSON.stringify(body)} instead of ${expectedStatus}`);
  return undefined;
}
