import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Fixtures } from '../../testing/fixtures.ts';
import { multipartForm, photo } from '../../testing/photo-files.ts';
import { anonymousClient, assertEnvelope } from './anonymous-client.ts';
import { operationsOf, samplesOf, send } from './operations.ts';

// A key `__proto__` or `constructor.prototype` that is merged into an object changes every object
// of the process (hoek, lodash, qs and many after them): a field that nobody sent is suddenly
// there, an admin's flag for example. Here such a body is refused, only known fields are picked,
// and names come from fixed tables, never by looking a caller's word up in an object.

const fixtures = await Fixtures.create();
const { root, anna, wanda } = fixtures;
const { post } = anonymousClient(fixtures);

const clean = (): void => {
  const plain: Record<string, unknown> = {};
  for (const key of ['polluted', 'is_active', 'role', 'isAdmin', 'limit'])
    assert.equal(plain[key], undefined, `every object has ${key} now`);
  assert.deepEqual(Object.keys(Object.prototype), []);
};
const poison = '{"polluted":true,"is_active":false,"role":"admin"}';

describe('prototype keys in bodies', () => {
  const additions = [
    `"__proto__":${poison}`,
    `"\\u005f_proto__":${poison}`,
    '"__proto__":null',
    '"__proto__":[]',
    `"constructor":{"prototype":${poison}}`,
    `"x":{"__proto__":${poison}}`,
    `"x":[[{"__proto__":${poison}}]]`,
    `"x":{"constructor":{"prototype":${poison}}}`,
  ];

  it('a __proto__ or constructor.prototype key at any depth returns 400 in every operation', async () => {
    for (const sample of await samplesOf(fixtures))
      for (const addition of additions) {
        const body = JSON.stringify(sample.body).replace(/}$/, `,${addition}}`);
        assertEnvelope(await send(fixtures, sample, body), 400, `${sample.operation} ${addition}`);
        clean();
      }
    for (const addition of additions) assertEnvelope(await post('/auth/logout', `{${addition}}`), 400, addition);
  });

  it('a key that only resembles a prototype key is ignored as an unknown field', async () => {
    for (const name of [
      'constructor',
      'prototype',
      'hasOwnProperty',
      'toString',
      'valueOf',
      'toJSON',
      '__defineGetter__',
      '__proto',
      '__proto__ ',
      'then',
    ]) {
      const body = JSON.stringify({ name: `Named ${name}`, [name]: 'x' });
      assert.equal((await fixtures.call(anna, 'POST', '/projects', body)).status, 201, name);
    }
    // Without the field of its own, none is inherited.
    for (const body of ['{"toString":"x"}', '{}', '{"constructor":"x"}'])
      assertEnvelope(await fixtures.call(anna, 'PATCH', `/projects/${fixtures.tower}`, body), 400);
    clean();
  });
});

describe('names of prototype properties as values', () => {
  const words = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype', 'isPrototypeOf'];

  it('names of prototype properties are not valid as sort, status, role, operation or parameter', async () => {
    for (const { path, query } of operationsOf(fixtures))
      for (const { name, schema } of query) {
        if (name === 'q' || name === 'subject_id') continue; // any text is looked for
        for (const word of words) {
          const url = `${path.replace('{id}', String(fixtures.tower))}?${name}=${word}`;
          const { status } = await fixtures.call(path === '/invitations' ? wanda : root, 'GET', url);
          assert([400, 404].includes(status), `${url} ${JSON.stringify(schema)}: ${status}`);
        }
      }
    for (const word of words) {
      assertEnvelope(
        await fixtures.call(root, 'POST', '/users', {
          email: 'x@example.com',
          name: 'x',
          password: 'correct-horse-1',
          role: word,
        }),
        400,
      );
      assert.equal((await fixtures.call(root, 'PATCH', `/tickets/1/${word}`, { reason: 'a mistake' })).status, 404);
      assert.equal((await fixtures.call(root, 'GET', `/${word}`)).status, 404);
      assertEnvelope(await fixtures.call(root, 'GET', `/tickets/${word}`), 400);
    }
    clean();
  });

  it('prototype keys in a query change no object', async () => {
    for (const query of [
      '__proto__[polluted]=1',
      '__proto__.polluted=1',
      'constructor[prototype][polluted]=1',
      '__proto__=1',
      'x[__proto__][polluted]=1',
      '__proto__[limit]=1',
      'hasOwnProperty=1',
      'toString=x&valueOf=y',
    ])
      assert.equal((await fixtures.call(root, 'GET', `/tickets?${query}`)).status, 200, query);
    clean();
  });

  it('prototype keys in form fields, cookies and headers change no object', async () => {
    const id = await fixtures.createTicketWithStatus('in_progress');
    for (const field of words) {
      const { body, headers } = multipartForm([
        { field, bytes: 'x' },
        { field, name: 'x.jpg', bytes: photo() },
        { name: 'lamp.jpg', bytes: photo() },
      ]);
      const { status } = await fixtures.call(wanda, 'POST', `/tickets/${id}/photos`, body, headers);
      assert([201, 400].includes(status), `${field}: ${status}`);
    }
    const cookie = words.map((word) => `${word}=polluted`).join('; ');
    assert.equal((await post('/auth/refresh', undefined, { cookie })).status, 401);
    for (const word of words)
      assert.equal(
        (await fixtures.call(root, 'GET', '/auth/me', undefined, { [`x-${word}`]: 'x', 'x-forwarded-for': word })).status,
        200,
      );
    clean();
  });
});
