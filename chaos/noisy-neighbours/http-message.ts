/** A request of an attacker. */
interface Request {
  method: string;
  path: string;
  token?: string;
  /** the address that a proxy in front of the service would tell */
  ip?: string;
  body?: string;
  headers?: Record<string, string>;
}

/** @returns the request as a whole HTTP/1.1 message */
export function httpMessage({ method, path, token, ip, body, headers = {} }: Request): string {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: callout.test',
    ...(token ? [`authorization: Bearer ${token}`] : []),
    ...(ip ? [`x-forwarded-for: ${ip}`] : []),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [`content-length: ${Buffer.byteLength(body)}`]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

export const getMessage = (path: string, token: string, headers: Record<string, string> = {}): string =>
  httpMessage({ method: 'GET', path, token, headers });

export const jsonMessage = (method: string, path: string, token: string, body: object): string =>
  httpMessage({ method, path, token, body: JSON.stringify(body) });

export const csvMessage = (path: string, token: string, body: string): string =>
  httpMessage({ method: 'POST', path, token, body, headers: { 'content-type': 'text/csv' } });
