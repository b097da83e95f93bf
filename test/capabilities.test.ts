import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { buildApp } from '../src/app.ts';
import { capabilities, tables } from '../src/capabilities.ts';
import { Subscriptions } from '../src/platform/capability/events.ts';
import { openMetrics } from '../src/platform/metrics/metrics.ts';
import type { TicketEvent } from '../src/product/tickets/events.ts';
import { transition } from '../src/product/tickets/transition.ts';
import { Fixtures } from '../testing/fixtures.ts';

const fixtures = await Fixtures.create();
const { anna, wanda } = fixtures;

describe('a capability', () => {
  const removable = {
    messenger: '/messenger/bot',
    'live updates': '/ext/live',
    mail: undefined,
    reminders: undefined,
    notifications: '/ext/notifications',
    'chat-actions': undefined,
    account: '/ext/me',
    audit: '/ext/audit',
    'two-factor': '/ext/mfa/totp',
    'api-tokens': '/ext/tokens',
    'ticket-details': '/ext/tickets',
    views: '/ext/views',
    import: undefined,
    'object-notes': '/ext/objects/x/notes',
    contacts: '/ext/tickets/x/contacts',
    comments: '/ext/tickets/1/comments',
    workload: '/ext/workload',
    reassignment: '/ext/tickets/x/hand-backs',
    absences: '/ext/projects/x/absences',
    deadlines: '/ext/projects/x/targets',
    thumbs: '/ext/tickets/x/thumbs',
    attachments: '/ext/tickets/x/attachments',
    calendar: '/ext/recurring/calendar',
    archive: undefined,
    portal: '/ext/reports',
    oidc: '/ext/oidc/start',
    webhooks: '/ext/webhooks',
    passkeys: '/ext/passkeys',
  };

  for (const [name, url] of Object.entries(removable)) {
    it(`the service works without the capability ${name}`, async () => {
      const others = capabilities.filter((one) => one.name !== name);
      assert.equal(others.length, capabilities.length - 1);
      const app = await buildApp({ ...fixtures.deps, metrics: openMetrics() }, others);
      const headers = { authorization: `Bearer ${await fixtures.accessTokenFor(anna)}` };
      if (url) assert.equal((await app.inject({ url, headers })).statusCode, 404);
      const payload = { object_id: fixtures.lobby, category: 'other', description: 'The door does not close' };
      const created = await app.inject({ method: 'POST', url: '/tickets', headers, payload });
      assert.equal(created.statusCode, 201);
      assert.equal((await app.inject({ url: '/tickets', headers })).statusCode, 200);
      await app.close();
    });
  }

  it('every table of the database belongs to exactly one capability or to the platform', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'schema_migrations' order by 1`.execute(
      fixtures.db.read,
    );
    assert.deepEqual(
      [...tables].sort(),
      rows.map(({ name }) => name),
    );
  });
});

describe('a subscription to ticket events', () => {
  const pending = async () => (await fixtures.pendingDeliveries('messages')).map(({ event_id: _entry, ...event }) => event);
  const deps = (wants: (event: TicketEvent) => boolean) => ({
    db: fixtures.db,
    subscriptions: new Subscriptions([{ event: 'ticket', queue: 'messages', wants }]),
  });
  const by = { id: wanda.id, role: 'worker' } as const;

  it('gets one delivery for each event that it wants, written with the transition', async () => {
    const id = await fixtures.createTicket();
    const subscribed = deps(({ action }) => action === 'assigned');
    const before = (await pending()).length;
    await transition(subscribed, by, 'take', id, fixtures.now);
    await transition(subscribed, by, 'start', id, fixtures.now);
    assert.deepEqual((await pending()).slice(before), [{ kind: 'ticket_event', ticket_id: id, action: 'assigned' }]);
  });

  it('gets nothing for a transition that is refused', async () => {
    const id = await fixtures.createTicket();
    const before = (await pending()).length;
    await assert.rejects(
      transition(
        deps(() => true),
        by,
        'start',
        id,
        fixtures.now,
      ),
      { status: 409 },
    );
    assert.equal((await pending()).length, before);
  });

  it('gets one delivery when two workers take the same ticket at once', async () => {
    const id = await fixtures.createTicket();
    const before = (await pending()).length;
    const takes = [1, 2, 3, 4].map(() =>
      transition(
        deps(() => true),
        by,
        'take',
        id,
        fixtures.now,
      ),
    );
    const won = (await Promise.allSettled(takes)).filter(({ status }) => status === 'fulfilled');
    assert.equal(won.length, 1);
    assert.deepEqual((await pending()).slice(before), [{ kind: 'ticket_event', ticket_id: id, action: 'assigned' }]);
  });
});
