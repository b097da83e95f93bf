import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { archive } from '../src/product/archive/capability.ts';
import { checkBundle } from '../src/product/archive/verify-bundle.ts';
import { deleteExpiredTickets } from '../src/product/tickets/retention.ts';
import { Fixtures } from '../testing/fixtures.ts';
import { createTicketWithAdditions } from '../testing/ticket-additions.ts';

const fixtures = await Fixtures.create({ ARCHIVE: 'true' });
const { anna, wanda, root } = fixtures;
const day = 86_400_000;

describe('archive', () => {
  it('works', async () => {
    const id = await createTicketWithAdditions(fixtures);
    for (const operation of ['start', 'done']) await fixtures.call(wanda, 'PATCH', `/tickets/${id}/${operation}`);
    assert.equal((await fixtures.call(anna, 'PATCH', `/tickets/${id}/confirm`)).status, 200);
    fixtures.advanceClock(61 * day);
    assert.equal(await deleteExpiredTickets(fixtures.deps, undefined, archive.archiveTickets), 1);
    assert.equal((await fixtures.call(root, 'GET', `/tickets/${id}`)).status, 404);
    for await (const key of fixtures.deps.storage.bundles.keys()) {
      console.log(key, await checkBundle(fixtures.deps.storage.bundles, key, true));
    }
  });
});
