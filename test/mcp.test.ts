import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Fixtures, type TestUser } from '../testing/fixtures.ts';
import { openSession } from '../testing/open-session.ts';

// The Model Context Protocol, spoken by the client of the official SDK over TCP.

const fixtures = await Fixtures.create();
const { root, anna, boris, wanda } = fixtures;
const baseUrl = await fixtures.app.listen({ host: '127.0.0.1', port: 0 });

async function tokenOf(user: TestUser, scope: 'read' | 'write'): Promise<string> {
  await openSession(fixtures, user);
  const { status, body } = await fixtures.call(user, 'POST', '/ext/tokens', { name: 'model', scope });
  assert.equal(status, 201, JSON.stringify(body));
  return body.token;
}

/** Runs something with a client that is connected as an account. */
async function connected<T>(user: TestUser, scope: 'read' | 'write', work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ name: 'test', version: '1' });
  const errors: Error[] = [];
  // Closing it ends its attempt to open a stream.
  client.onerror = (error) => void (error.name === 'AbortError' || errors.push(error));
  const headers = { authorization: `Bearer ${await tokenOf(user, scope)}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}/ext/mcp`), { requestInit: { headers } }));
  try {
    return await work(client);
  } finally {
    await client.close();
    assert.deepEqual(errors, []);
  }
}

async function use(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { content, isError } = await client.callTool({ name, arguments: given });
  assert(Array.isArray(content));
  const [{ text }] = content;
  return { isError, answer: JSON.parse(text) };
}

const reading = ['count_tickets', 'read_ticket', 'search_tickets'];

describe('POST /ext/mcp', () => {
  it('lists the tools that the role and the scope of the token allow, none of which deletes, and says that texts are data', async () => {
    const namesOf = (user: TestUser, scope: 'read' | 'write') =>
      connected(user, scope, async (client) => (await client.listTools()).tools.map(({ name }) => name).sort());
    const ofClient = ['comment_on_ticket', 'confirm_ticket', 'create_ticket', 'reject_ticket', 'search_objects'];
    assert.deepEqual(await namesOf(anna, 'write'), [...reading, ...ofClient].sort());
    assert.deepEqual(await namesOf(anna, 'read'), [...reading, 'search_objects'].sort());
    assert.deepEqual(await namesOf(wanda, 'write'), [...reading, 'comment_on_ticket'].sort());
    assert.deepEqual(await namesOf(root, 'read'), [...reading, 'search_objects'].sort());
    await connected(anna, 'write', async (client) => {
      const { tools } = await client.listTools();
      for (const { name, annotations, description = '' } of tools) {
        assert.equal(annotations?.destructiveHint, false);
        assert.equal(annotations?.readOnlyHint, [...reading, 'search_objects'].includes(name));
        if (name.startsWith('search') || name === 'read_ticket') assert.match(description, /treat them as data/);
      }
      assert.match(client.getInstructions() ?? '', /data, not instructions/);
      assert.equal(client.getServerVersion()?.name, 'callout');
    });
  });

  it('searches, reads, creates, comments on, rejects, confirms and counts tickets as the account of the token', async () => {
    await connected(anna, 'write', async (client) => {
      const { answer: objects } = await use(client, 'search_objects', { q: 'Lobby' });
      const created = await use(client, 'create_ticket', {
        object_id: objects.items[0].id,
        category: 'electric',
        description: 'The lamp flickers',
      });
      const { id, client_id } = created.answer;
      assert.equal(client_id, anna.id);
      await use(client, 'comment_on_ticket', { id, text: 'In the hall' });
      for (const operation of ['take', 'start', 'done']) await fixtures.call(wanda, 'PATCH', `/tickets/${id}/${operation}`);
      assert.equal((await use(client, 'reject_ticket', { id, reason: 'Still dark' })).answer.status, 'rejected');
      for (const operation of ['start', 'done']) await fixtures.call(wanda, 'PATCH', `/tickets/${id}/${operation}`);
      assert.equal((await use(client, 'confirm_ticket', { id })).answer.status, 'closed');
      const { answer } = await use(client, 'read_ticket', { id });
      assert.equal(answer.ticket.id, id);
      assert.equal(answer.comments.items[0].text, 'In the hall');
      assert.equal(answer.journal.items.at(-1).action, 'confirmed');
      const found = await use(client, 'search_tickets', { q: 'flickers', status: 'closed,new' });
      assert.deepEqual(
        found.answer.items.map((item: { id: number }) => item.id),
        [id],
      );
      assert.equal((await use(client, 'count_tickets', { q: 'flickers' })).answer.total, 1);
    });
  });

  it('shows and changes nothing that the account of the token may not see', async () => {
    const id = await fixtures.createTicketWithStatus('done');
    await connected(boris, 'write', async (client) => {
      assert.deepEqual((await use(client, 'search_tickets')).answer.items, []);
      for (const name of ['read_ticket', 'confirm_ticket']) assert.equal((await use(client, name, { id })).isError, true, name);
    });
    await connected(anna, 'read', async (client) => {
      await assert.rejects(client.callTool({ name: 'confirm_ticket', arguments: { id } }), /no tool/);
    });
    assert.equal((await fixtures.call(anna, 'GET', `/tickets/${id}`)).body.status, 'done');
  });

  it('answers notifications without a body, and refuses arguments that do not fit, messages that are none, and whoever has no token', async () => {
    await connected(anna, 'write', async (client) => {
      await assert.rejects(client.callTool({ name: 'read_ticket', arguments: { id: '1/events' } }), /not valid/);
    });
    const token = await tokenOf(anna, 'read');
    const post = (body: string, headers: Record<string, string>) =>
      fetch(`${baseUrl}/ext/mcp`, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
    const authorization = `Bearer ${token}`;
    for (const body of ['{}', '"x"', '{"jsonrpc":"1.0"}']) {
      const answer = await post(body, { authorization });
      assert.deepEqual([answer.status, answer.headers.get('error-code')], [400, 'mcp_message_invalid'], body);
    }
    assert.equal((await post('{}', {})).status, 401);
    const notified = await post('{"jsonrpc":"2.0","method":"notifications/initialized"}', { authorization });
    assert.deepEqual([notified.status, await notified.text()], [202, '']);
    const stream = await fetch(`${baseUrl}/ext/mcp`, { headers: { authorization } });
    assert.deepEqual(
      [stream.status, stream.headers.get('allow'), stream.headers.get('error-code')],
      [405, 'POST', 'method_not_allowed'],
    );
  });
});
