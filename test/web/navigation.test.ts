import assert from 'node:assert/strict';
import { it } from 'node:test';
import { navigationResponse } from '../../web/sw/navigation.ts';

const kept = new Response('kept');
const answer = (status: number) => async () => new Response('new', { status });
const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'));

it('navigationResponse returns the kept page when a proxy answers for a service that is down', async () => {
  for (const status of [500, 502, 503, 504]) assert.equal(await navigationResponse(answer(status), kept), kept, String(status));
});

it('navigationResponse returns the kept page without a network', async () => {
  assert.equal(await navigationResponse(noNetwork, kept), kept);
});

it('navigationResponse returns what the service answers', async () => {
  for (const status of [200, 404]) assert.equal((await navigationResponse(answer(status), kept)).status, status);
});

it('navigationResponse returns whatever comes when no page is kept', async () => {
  assert.equal((await navigationResponse(answer(503), undefined)).status, 503);
  await assert.rejects(navigationResponse(noNetwork, undefined), TypeError);
});
