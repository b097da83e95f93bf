import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fixtures } from '../../testing/fixtures.ts';

const fixtures = await Fixtures.create();
const { root, anna } = fixtures;

it('a write whose body arrives after the password was changed returns 401', async () => {
  await fixtures.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = fixtures.app.server.address() as AddressInfo;
  const body = JSON.stringify({ name: 'late' });
  const headers = { authorization: `Bearer ${await fixtures.accessTokenFor(anna)}`, 'content-type': 'application/json' };
  const late = request({ port, method: 'POST', path: '/projects', headers: { ...headers, 'content-length': body.length } });
  late.write(body.slice(0, 1));
  await sleep(1_100); // the check at the beginning holds for a second
  assert.equal((await fixtures.call(root, 'POST', `/users/${anna.id}/password-set`, { password: 'brand-new-1' })).status, 200);
  late.end(body.slice(1));
  const [answer] = await once(late, 'response');
  assert.equal(answer.statusCode, 401);
  answer.resume();
});
