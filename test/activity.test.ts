import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { days, hours } from '../src/platform/lib/duration.ts';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';

// Who did what and when: anna's ticket was worked on by wanda yesterday, boris has one in another project.

const fixtures = await Fixtures.create({ PUBLIC_URL: 'https://callout.example.com' });
const { root, anna, boris, wanda, tower, lobby, gate, yard } = fixtures;

interface Entry {
  id: string;
  at: string;
  action: string;
  actor: { id: string; name: string; role?: string };
  ticket: { id: number; description: string; status: string };
  object: { id: number; name: string };
  project: { id: number; name: string };
  comment: string;
  internal: boolean;
}

async function list(who: TestUser, query = '', headers = {}): Promise<Entry[]> {
  const { status, body } = await fixtures.call(who, 'GET', `/ext/activity?limit=100&${query}`, undefined, headers);
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual([body.total, body.total_is_lower_bound], [body.items.length, undefined]);
  return body.items;
}

const shown = (entries: Entry[]) => entries.map(({ action, actor, ticket }) => `${actor.name} ${action} ${ticket.id}`);

async function file(who: TestUser, query = ''): Promise<string[]> {
  const { status, body } = await fixtures.call(who, 'GET', `/ext/activity.csv?${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return String(body).replace('\uFEFF', '').trim().split('\r\n');
}

async function comment(who: TestUser, ticket: number, text: string, changes = {}): Promise<void> {
  const { status, body } = await fixtures.call(who, 'POST', `/ext/tickets/${ticket}/comments`, { text, ...changes });
  assert.equal(status, 201, JSON.stringify(body));
}

async function change(who: TestUser, ticket: number, operation: string, body?: object): Promise<void> {
  const answer = await fixtures.call(who, 'PATCH', `/tickets/${ticket}/${operation}`, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
}

let lamp = 0;
let door = 0;
let fence = 0;
let roof = 0;
const yesterday = fixtures.now;
before(async () => {
  roof = await fixtures.createObject(anna, tower, 'Roof');
  lamp = await fixtures.createTicket();
  door = await fixtures.createTicket({ description: '=Door' }, anna, roof);
  fence = await fixtures.createTicket({}, boris, gate);
  fixtures.advanceClock(hours(1));
  await change(wanda, lamp, 'take');
  await change(wanda, lamp, 'start');
  fixtures.advanceClock(hours(1));
  await comment(wanda, lamp, 'The wire is broken');
  await comment(root, lamp, 'Watch the cost', { internal: true });
  fixtures.advanceClock(days(1));
  await change(wanda, lamp, 'done');
  await change(anna, door, 'cancel', { reason: '=It closes again' });
});

describe('GET /ext/activity', () => {
  it('lists the entries of journals and the comments of all tickets for admins, the newest first', async () => {
    const entries = await list(root);
    assert.deepEqual(shown(entries), [
      `anna canceled ${door}`,
      `wanda done ${lamp}`,
      `root commented ${lamp}`,
      `wanda commented ${lamp}`,
      `wanda started ${lamp}`,
      `wanda assigned ${lamp}`,
      `boris created ${fence}`,
      `anna created ${door}`,
      `anna created ${lamp}`,
    ]);
    const { id, ...canceled } = entries[0] ?? { id: '' };
    assert.match(id, /^event-\d+$/);
    assert.deepEqual(canceled, {
      at: fixtures.now.toISOString(),
      action: 'canceled',
      from_status: 'new',
      actor: { id: anna.id, name: 'anna', role: 'client' },
      ticket: { id: door, description: '=Door', status: 'closed' },
      object: { id: roof, name: 'Roof' },
      project: { id: tower, name: 'Tower' },
      comment: '=It closes again',
      internal: false,
    });
    assert.deepEqual([entries[3]?.id.split('-')[0], entries[3]?.comment], ['comment', 'The wire is broken']);
  });

  it('tells what somebody did on a day, also to the client whose tickets they are', async () => {
    const query = `actor_id=${wanda.id}&from=${yesterday.toISOString()}&to=${new Date(yesterday.getTime() + hours(24)).toISOString()}`;
    for (const who of [root, anna]) {
      const entries = await list(who, query);
      assert.deepEqual(shown(entries), [`wanda commented ${lamp}`, `wanda started ${lamp}`, `wanda assigned ${lamp}`], who.name);
    }
    assert.deepEqual(await list(boris, query), []);
  });

  it('shows clients their own tickets only and never internal comments, whatever the filters; workers get 403', async () => {
    const ofAnna = await list(anna);
    assert.deepEqual(
      shown(ofAnna),
      shown(await list(root)).filter((text) => !/^(root commented|boris)/.test(text)),
    );
    assert.deepEqual(shown(await list(boris)), [`boris created ${fence}`]);
    for (const query of [
      'action=commented',
      `actor_id=${root.id}`,
      `object_id=${lobby}`,
      `project_id=${tower}&action=done,commented`,
    ]) {
      const entries = await list(anna, query);
      assert(!JSON.stringify(entries).includes('Watch the cost'), query);
      assert(!(await file(anna, query)).join('').includes('Watch the cost'), query);
      assert(
        (await list(root, query)).some(({ internal }) => internal),
        query,
      );
    }
    for (const filter of [`project_id=${yard}`, `object_id=${gate}`, `actor_id=${boris.id}`]) {
      assert.deepEqual(await list(anna, filter), [], filter);
    }
    for (const path of ['/ext/activity', '/ext/activity.csv']) {
      assert.equal((await fixtures.call(wanda, 'GET', path)).status, 403, path);
      assert.equal((await fixtures.call(undefined, 'GET', path)).status, 401, path);
    }
  });

  it('shows deputies what the client sees for whom they act, and names them for what they do', async () => {
    const maria = await fixtures.createUser('maria', 'client');
    const grant = await fixtures.call(anna, 'POST', '/ext/grants', { email: maria.email, scope: 'write' });
    const token = String(grant.body.link).split('#token=')[1];
    assert.equal((await fixtures.call(maria, 'POST', '/ext/grants/accept', { token })).status, 200);
    const headers = { 'act-for': anna.id };
    assert.deepEqual(await list(maria, '', headers), await list(anna));
    assert.deepEqual(await list(maria), []);
    const { status } = await fixtures.call(maria, 'PATCH', `/tickets/${lamp}/confirm`, undefined, headers);
    assert.equal(status, 200);
    assert.equal(shown(await list(anna))[0], `maria confirmed ${lamp}`);
  });

  it('filters by action, project, object, actor and time, also together', async () => {
    assert.deepEqual(shown(await list(root, 'action=canceled')), [`anna canceled ${door}`]);
    assert.deepEqual(shown(await list(root, 'action=canceled,commented')), [
      `anna canceled ${door}`,
      `root commented ${lamp}`,
      `wanda commented ${lamp}`,
    ]);
    assert.deepEqual(shown(await list(root, `project_id=${yard}`)), [`boris created ${fence}`]);
    assert.deepEqual(shown(await list(root, `object_id=${roof}`)), [`anna canceled ${door}`, `anna created ${door}`]);
    assert.deepEqual(shown(await list(root, `actor_id=${anna.id}&project_id=${tower}&action=created`)), [
      `anna created ${door}`,
      `anna created ${lamp}`,
    ]);
    const at = yesterday.toISOString();
    assert.equal((await list(root, `from=${at}&to=${at}`)).length, 0);
    assert.deepEqual(
      shown(await list(root, `to=${new Date(yesterday.getTime() + 1).toISOString()}`)),
      [fence, door, lamp].map((id) => `${id === fence ? 'boris' : 'anna'} created ${id}`),
    );
    for (const wrong of ['action=eaten', 'action=done,eaten', 'from=yesterday', 'actor_id=wanda', 'project_id=0']) {
      assert.equal((await fixtures.call(root, 'GET', `/ext/activity?${wrong}`)).status, 400, wrong);
    }
  });
});

describe('the pages of GET /ext/activity', () => {
  const next = (link: unknown): string | undefined => /<([^>]+)>; rel="next"/.exec(String(link))?.[1];

  it('follow one another by key, over entries and comments of the same time, whatever is added meanwhile', async () => {
    const client = await fixtures.createUser('greta', 'client');
    const project = await fixtures.createProject(client, 'Greta');
    const object = await fixtures.createObject(client, project, 'House');
    const tickets = [];
    for (let i = 0; i < 4; i++) tickets.push(await fixtures.createTicket({}, client, object));
    for (const ticket of tickets) await comment(client, ticket, `${ticket}`);
    for (const ticket of tickets.slice(0, 2)) await change(client, ticket, 'cancel', { reason: 'It is mended' });
    for (const who of [client, root]) {
      const all = (await list(who, `project_id=${project}`)).map(({ id }) => id);
      assert.deepEqual([all.length, new Set(all).size], [10, 10]);
      for (const limit of [1, 3, 5]) {
        const seen: string[] = [];
        let url: string | undefined = `/ext/activity?project_id=${project}&limit=${limit}`;
        while (url) {
          const { status, body, headers } = await fixtures.call(who, 'GET', url);
          assert.equal(status, 200, JSON.stringify(body));
          seen.push(...body.items.map((entry: Entry) => entry.id));
          url = next(headers['link']);
          const isLast = seen.length === all.length;
          assert.deepEqual([body.total, body.total_is_lower_bound ?? false], [seen.length + (isLast ? 0 : 1), !isLast]);
          assert.equal(url === undefined, isLast);
        }
        assert.deepEqual(seen, all);
      }
    }
    const first = await fixtures.call(client, 'GET', '/ext/activity?limit=4');
    fixtures.advanceClock(hours(1));
    await comment(client, tickets[3] ?? 0, 'later');
    const second = await fixtures.call(client, 'GET', next(first.headers['link']) ?? '');
    const all = (await list(client)).slice(1);
    assert.deepEqual([...first.body.items, ...second.body.items], all.slice(0, 8));
    const skipped = await fixtures.call(client, 'GET', '/ext/activity?limit=4&offset=3');
    assert.deepEqual(skipped.body.items, all.slice(2, 6));
  });

  it('behind the end are empty, and say how many entries there are', async () => {
    const all = await list(anna);
    const { body } = await fixtures.call(anna, 'GET', '/ext/activity?offset=900');
    assert.deepEqual([body.items, body.total, body.total_is_lower_bound], [[], all.length, undefined]);
  });

  it('take times with any difference from UTC that a time can have', async () => {
    assert.equal((await list(anna, 'from=2020-01-01T00:00:00%2B18:00')).length, (await list(anna)).length);
  });

  it('begin behind a key only that the header Link can have', async () => {
    for (const after of [
      '2026-02-31T08:10:00.000Z,event-1',
      '2026-19-01T08:10:00.000Z,event-1',
      'event-1',
      '2026-03-01T08:10:00.000Z,photo-1',
    ]) {
      const { status } = await fixtures.call(root, 'GET', `/ext/activity?after=${after}`);
      assert.equal(status, after.startsWith('2026-02-31') ? 200 : 400, after);
    }
  });
});

describe('GET /ext/activity.csv', () => {
  it('has all entries of the list with texts that no spreadsheet runs, and is recorded', async () => {
    const [head, ...rows] = await file(anna, `object_id=${roof}`);
    assert.equal(
      head,
      'at,actor,action,ticket_id,description,status,object,project,comment,internal,id,actor_id,object_id,project_id',
    );
    const [canceled, created] = await list(anna, `object_id=${roof}`);
    assert(canceled && created);
    const at = (entry: Entry) => entry.at.replace('Z', '+00:00');
    assert.deepEqual(rows, [
      `${at(canceled)},anna,canceled,${door},'=Door,closed,Roof,Tower,'=It closes again,,${canceled.id},${anna.id},${roof},${tower}`,
      `${at(created)},anna,created,${door},'=Door,closed,Roof,Tower,,,${created.id},${anna.id},${roof},${tower}`,
    ]);
    const { items } = (await fixtures.call(root, 'GET', '/ext/audit?event=export_made&limit=1')).body;
    assert.deepEqual([items[0].detail.rows, items[0].detail.complete], [2, true]);
    for (const who of [root, anna, boris]) {
      const ids = (await file(who)).slice(1).map((row) => /(event|comment)-\d+/.exec(row)?.[0]);
      assert.deepEqual(
        ids,
        (await list(who)).map(({ id }) => id),
        who.name,
      );
    }
  });

  it('is in a language and a time zone for people', async () => {
    const rows = await file(
      root,
      `object_id=${lobby}&language=de&timezone=Europe/Berlin&to=${new Date(yesterday.getTime() + hours(3)).toISOString()}`,
    );
    assert.equal(rows[0], 'Zeit;Person;Aktion;Nr.;Beschreibung;Status;Gebäude;Projekt;Kommentar;Intern');
    assert.deepEqual(
      rows.slice(1).map((row) => [row.split(';')[2], row.split(';')[9]]),
      [
        ['hat kommentiert', 'Ja'],
        ['hat kommentiert', ''],
        ['hat die Arbeit begonnen', ''],
        ['hat den Auftrag übernommen', ''],
        ['hat den Auftrag erstellt', ''],
      ],
    );
    assert.equal((await fixtures.call(root, 'GET', '/ext/activity.csv?timezone=Mars')).status, 400);
  });
});
