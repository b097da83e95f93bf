/** What kind of error it is, whatever its text says. */
export type ErrorCode =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'gone'
  | 'rate_limited'
  | 'unavailable'
  | 'failed'
  | 'no_answer'
  | 'timeout';

const codes: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  410: 'gone',
  429: 'rate_limited',
  503: 'unavailable',
};

/** Every error of a request: an error response, or no response at all. */
export abstract class CalloutError extends Error {
  abstract readonly code: ErrorCode;
  /** of the response; 0 without one */
  abstract readonly status: number;
}

interface ApiErrorDetails {
  retryAfterSeconds?: number | undefined;
  requestId?: string | undefined;
  errorCode?: string | undefined;
  body?: unknown;
}

/** An error response; the message is the `error` of its body. */
export class ApiError extends CalloutError {
  override readonly name: string = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  /** the path of the field that a 400 is about, such as `recurring.anchor_at`, where it is about one field */
  readonly field: string | undefined;
  /** of the header Retry-After */
  readonly retryAfterSeconds: number | undefined;
  /** of the header Error-Code: one of those that docs/errors.md lists; undefined where a proxy has answered */
  readonly errorCode: string | undefined;
  /** of the header X-Request-Id, under which the operator finds the request in the log */
  readonly requestId: string | undefined;
  /** the parsed JSON, where it tells more than `error` */
  readonly body: unknown;

  constructor(status: number, message: string, { retryAfterSeconds, requestId, errorCode, body }: ApiErrorDetails = {}) {
    super(message);
    this.status = status;
    this.code = codes[status] ?? 'failed';
    this.field = status === 400 ? fieldOf(message) : undefined;
    this.retryAfterSeconds = retryAfterSeconds;
    this.requestId = requestId;
    this.errorCode = errorCode;
    this.body = body;
  }
}

/** The session is over: only a new sign-in helps. */
export class SessionEndedError extends ApiError {
  override readonly name = 'SessionEndedError';
}

/** The request got no response: the network or the service is down. It may have been executed. */
export class NoAnswerError extends CalloutError {
  override readonly name: string = 'NoAnswerError';
  readonly code: ErrorCode = 'no_answer';
  readonly status = 0;
}

/** The request got no response in time. It may have been executed. */
export class TimeoutError extends NoAnswerError {
  override readonly name = 'TimeoutError';
  override readonly code = 'timeout';
}

/** Whether an error is a response with one of these statuses. */
export const isStatus = (error: unknown, ...statuses: number[]): error is ApiError =>
  error instanceof ApiError && statuses.includes(error.status);

/** The service begins the text of a 400 about one field with the path of the field. */
const fieldText = /^(\w+(?:\.\w+)*) (?:is|are|must|has|have|holds|does) /;
const fieldOf = (message: string): string | undefined => fieldText.exec(message)?.[1];

/** @returns the error of a response that is not 2xx @param text its body */
export function toApiError({ status, headers }: Pick<Response, 'status' | 'headers'>, text: string): ApiError {
  const body = parseJson(text);
  const isEnvelope = typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string';
  return new ApiError(status, isEnvelope ? String(body.error) : `HTTP ${status}`, {
    retryAfterSeconds: Number(headers.get('retry-after')) || undefined,
    requestId: headers.get('x-request-id') ?? undefined,
    errorCode: headers.get('error-code') ?? undefined,
    body,
  });
}

/** A proxy may answer with anything, so a body that is no JSON is no error here. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
