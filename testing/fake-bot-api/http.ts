import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

// Requests and responses of the Bot API over HTTP: arguments in several encodings, results as JSON.

export type Args = Record<string, unknown>;

export interface Parameters {
  retry_after?: number;
  migrate_to_chat_id?: number;
}

export class ApiError extends Error {
  readonly code: number;
  readonly parameters: Parameters | undefined;

  constructor(code: number, description: string, parameters?: Parameters) {
    super(description);
    this.code = code;
    this.parameters = parameters;
  }
}

/** Reads the arguments from the URL, a JSON body or a form, as the real server does. */
export async function readArgs(request: IncomingMessage, url: URL): Promise<Args> {
  const args = Object.fromEntries(url.searchParams);
  const type = request.headers['content-type'] ?? '';
  const body = await buffer(request);
  if (body.length === 0) return args;
  try {
    if (type.startsWith('application/json')) return { ...args, ...JSON.parse(body.toString()) };
    return { ...args, ...Object.fromEntries(await new Response(body, { headers: { 'content-type': type } }).formData()) };
  } catch {
    throw new ApiError(400, "Bad Request: can't parse the body of the request");
  }
}

export function textArg(args: Args, name: string): string {
  const value = args[name] ?? '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (!text.isWellFormed()) throw new ApiError(400, 'Bad Request: strings must be encoded in UTF-8');
  return text;
}

/** @returns the argument limited to its range, as the real server does; 0 when it is not a number */
export function integerArg(args: Args, name: string, fallback: number, min: number, max: number): number {
  const text = textArg(args, name);
  const value = text === '' ? fallback : Number.parseInt(text, 10) || 0;
  return Math.min(Math.max(value, min), max);
}

/** Parses an argument that forms contain as JSON text. */
export function jsonArg(args: Args, name: string): unknown {
  const value = args[name];
  if (typeof value !== 'string' || value === '') return value || undefined;
  try {
    return JSON.parse(value);
  } catch {
    throw new ApiError(400, `Bad Request: can't parse ${name} JSON object`);
  }
}

export function sendResult(response: ServerResponse, result: unknown): void {
  sendJson(response, 200, { ok: true, result });
}

export function sendError(response: ServerResponse, { code, message, parameters }: ApiError): void {
  const retryAfter = parameters?.retry_after;
  if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
  sendJson(response, code, { ok: false, error_code: code, description: message, ...(parameters && { parameters }) });
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** `cut` sends half of a file and then nothing. Downloads fail by the method name `download`. */
export type ConnectionFault = 'hang' | 'reset' | 'garbage' | 'html502' | 'redirect' | 'cut';

export function breakAnswer(response: ServerResponse, effect: ConnectionFault): void {
  if (effect === 'reset') response.socket?.resetAndDestroy();
  if (effect === 'garbage') response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true,"resu');
  if (effect === 'redirect') response.writeHead(302, { location: 'http://127.0.0.1:1/elsewhere' }).end();
  if (effect === 'html502') {
    response.writeHead(502, { 'content-type': 'text/html' }).end('<html><h1>502 Bad Gateway</h1><hr>nginx</html>');
  }
}

export function sendFile(response: ServerResponse, bytes: Buffer, effect: ConnectionFault | undefined): void {
  if (effect === 'cut') response.writeHead(200).write(bytes.subarray(0, bytes.length / 2));
  else if (effect) breakAnswer(response, effect);
  else response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes);
}
