import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FaultProxy } from '../../testing/fault-proxy.ts';
import { freePort } from '../../testing/free-port.ts';
import { killServices, send, spawnService, stopService, waitUntilReady } from '../../testing/service-process.ts';
import { cloneDatabase, serviceUrl } from '../../testing/test-database.ts';

export const dist = join(import.meta.dirname, '..', '..', 'web', 'dist');

export const adminEmail = 'root@example.com';
export const password = 'correct-horse-1';

const defaults = {
  ADMIN_EMAIL: adminEmail,
  ADMIN_PASSWORD: password,
  JWT_SECRET: 'a secret for the tests, long enough',
  LOG_LEVEL: 'warn',
  // Each test signs in several times.
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, '..', '..', 'testing', 'cheap-password-hashes.ts'))}`,
};

/** The service with the built console, on a database of its own. */
export interface ConsoleService {
  /** origin of the console, which is reached over `link` */
  url: string;
  databaseUrl: string;
  /** Everything between browser and service goes through it. */
  link: FaultProxy;
  /** Calls the API past the link. */
  request(token: string | undefined, method: string, path: string, body?: unknown): ReturnType<typeof send>;
  /** @returns an access token */
  signIn(email: string): Promise<string>;
  /**
   * @param path of the operation that takes the file
   * @param fields of the form beside the file
   */
  upload(
    path: string,
    token: string,
    file: { name: string; mimeType: string; buffer: Buffer },
    fields?: Record<string, string>,
  ): Promise<void>;
  stop(): Promise<void>;
}

// A worker that ends early leaves no service behind.
process.on('exit', killServices);

let addresses = 0;
/** Logins are limited by client address; each caller gets an address of its own. */
export const ownAddress = (): Record<string, string> => {
  addresses++;
  return { 'x-forwarded-for': `198.18.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}` };
};

/**
 * @param env further environment of the service
 * @param host under which browsers reach it: they have no passkeys at IP addresses
 */
export async function startConsoleService(env: Record<string, string> = {}, host = '127.0.0.1'): Promise<ConsoleService> {
  assert(existsSync(join(dist, 'index.html')), 'the console is not built: npm run console');
  const database = await cloneDatabase();
  const port = String(await freePort());
  const link = await FaultProxy.start(`http://127.0.0.1:${port}`);
  const origin = new URL(link.url).origin.replace('127.0.0.1', host);
  const settings = { ...defaults, PORT: port, DATABASE_URL: serviceUrl(database.url), PUBLIC_URL: origin, ...env };
  const running = await spawnService({ env: settings });
  await waitUntilReady(running);
  return {
    url: origin,
    databaseUrl: database.url,
    link,
    request: (token, method, path, body) => send(`${running.url}${path}`, method, token, body),
    signIn: (email) => signIn(running.url, email),
    upload: (path, token, file, fields) => upload(`${running.url}${path}`, token, file, fields),
    async stop() {
      await stopService(running);
      link.close();
      await database.drop();
    },
  };
}

async function signIn(url: string, email: string): Promise<string> {
  const body = JSON.stringify({ email, password });
  const response = await fetch(`${url}/auth/login`, { method: 'POST', headers: ownAddress(), body });
  assert.equal(response.status, 200, await response.clone().text());
  return ((await response.json()) as { token: string }).token;
}

const upload = async (
  url: string,
  token: string,
  { name, mimeType, buffer }: { name: string; mimeType: string; buffer: Buffer },
  fields: Record<string, string> = {},
): Promise<void> => {
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.set(field, value);
  body.set('file', new Blob([new Uint8Array(buffer)], { type: mimeType }), name);
  const response = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body });
  assert(response.ok, await response.text());
};
