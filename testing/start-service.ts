import assert from 'node:assert/strict';
import { after } from 'node:test';
import { secret } from './fixtures.ts';
import { killServices, type ServiceProcess, type SpawnOptions, send, spawnService, waitUntilReady } from './service-process.ts';

export { type ServiceProcess, send, spawnService, stopService, waitUntilReady } from './service-process.ts';

// Services for tests under node:test.

// Services that a failed test has not stopped would keep its process alive. The hooks of
// the test file run after this one and get 20 s for an orderly shutdown.
after(() => {
  setTimeout(killServices, 20_000).unref();
});

/** Starts a service process and waits until it answers. */
export async function startService(options: SpawnOptions): Promise<ServiceProcess> {
  const service = await spawnService({ ...options, env: { JWT_SECRET: secret, ...options.env } });
  await waitUntilReady(service);
  return service;
}

export async function signIn(url: string, email: string, password: string): Promise<string> {
  const { status, body } = await send(`${url}/auth/login`, 'POST', undefined, { email, password });
  assert.equal(status, 200, JSON.stringify(body));
  return body.token;
}
