import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { buildApp } from '../src/app.ts';
import { modules, tables, tablesOfDatabase } from '../src/modules.ts';
import { openMetrics } from '../src/platform/metrics/metrics.ts';
import { Subscriptions } from '../src/platform/module/events.ts';
import type { TicketEvent } from '../src/product/tickets/events.ts';
import { transition } from '../src/product/tickets/transition.ts';
import { Fixtures } from '../testing/fixtures.ts';

const fixtures = await Fixtures.create();
const { anna, wanda } = fixtures;

describe('a module', () => {
  const removable: Record<string, string | undefined> = {
    messenger: '/messenger/bot',
    'live updates': '/ext/live',
    mail: undefined,
    reminders: undefined,
    notifications: '/ext/notifications',
    'chat-actions': undefined,
    account: '/ext/me',
    audit: '/ext/audit',
    work: '/ext/work',
    settings: '/ext/settings',
    'two-factor': '/ext/mfa/totp',
    'api-tokens': '/ext/tokens',
    'ticket-details': '/ext/tickets',
    views: '/ext/views',
    activity: '/ext/activity',
    edits: '/ext/tickets/1/edits',
    'ticket-links': '/ext/tickets/1/links',
    'ticket-tags': '/ext/tags',
    snippets: '/ext/snippets',
    import: undefined,
    equipment: '/ext/equipment/1',
    documents: '/ext/documents',
    announcements: '/ext/announcements/1',
    'object-notes': '/ext/objects/x/notes',
    contacts: '/ext/tickets/x/contacts',
    comments: '/ext/tickets/1/comments',
    workload: '/ext/workload',
    reassignment: '/ext/tickets/x/hand-backs',
    holds: '/ext/tickets/x/holds',
    appointments: '/ext/tickets/x/appointments',
    costs: '/ext/projects/x/costs',
    quotes: '/ext/tickets/x/quotes',
    statements: '/ext/users/x/statement.pdf',
    'on-my-way': '/ext/tickets/x/on-my-way',
    absences: '/ext/projects/x/absences',
    planner: '/ext/planner',
    deadlines: '/ext/projects/x/targets',
    thumbs: '/ext/tickets/x/thumbs',
    attachments: '/ext/tickets/x/attachments',
    calendar: '/ext/calendar',
    archive: undefined,
    portal: '/ext/reports',
    intake: '/ext/intake',
    oidc: '/ext/oidc/start',
    webhooks: '/ext/webhooks',
    passkeys: '/ext/passkeys',
    grants: '/ext/grants',
    teams: '/ext/teams',
    privacy: '/ext/users/x/data',
    changes: '/ext/changes',
    mcp: undefined,
  };

  it('the service works without the modules that can be removed', async () => {
    const others = modules.filter(({ name }) => !(name in removable));
    assert.equal(others.length, modules.length - Object.keys(removable).length);
    const app = await buildApp({ ...fixtures.deps, metrics: openMetrics() }, others);
    const headers = { authorization: `Bearer ${await fixtures.accessTokenFor(anna)}` };
    for (const url of Object.values(removable)) if (url) assert.equal((await app.inject({ url, headers })).statusCode, 404, url);
    const payload = { object_id: fixtures.lobby, category: 'other', description: 'The door does not close' };
    assert.equal((await app.inject({ method: 'POST', url: '/tickets', headers, payload })).statusCode, 201);
    assert.equal((await app.inject({ url: '/tickets', headers })).statusCode, 200);
    await app.close();
  });

  it('every table of the database belongs to exactly one module or to the platform', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'schema_migrations' order by 1`.execute(
      fixtures.db.read,
    );
    assert.deepEqual(
      [...tables, ...tablesOfDatabase].sort(),
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

  it('gets one delivery when the same ticket is taken four times at once, and none for what is refused', async () => {
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
