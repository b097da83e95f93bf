import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Fixtures } from '../../testing/fixtures.ts';
import { multipartForm, photo } from '../../testing/photo-files.ts';
import { assertEnvelope } from './anonymous-client.ts';
import { filled, hasUuid, operationsOf } from './operations.ts';
import { openRawHttp, request, statusOf } from './raw-http.ts';

// @fastify/static (CVE-2026-6414) served `/admin%2Fsecret` past the guard of `/admin/*`: what
// matched the route and what opened the file were decoded differently. Here guards belong to
// routes and not to paths, so that whatever spelling reaches a route meets its guard; files are
// found by number or by name in a list, never by path.

const fixtures = await Fixtures.create({ SWAGGER: 'true' });
const { root, wanda, anna } = fixtures;
const sent = await openRawHttp(fixtures);
const get = (path: string) => sent(request(`GET ${path}`));
const guarded = operationsOf(fixtures).filter(({ isPublic }) => !isPublic);

/** Other ways to write a path that a server in between, or a router, may take for the same. */
function spellings(path: string): string[] {
  const [, first = '', ...rest] = path.split('/');
  const tail = rest.length > 0 ? `/${rest.join('/')}` : '';
  const code = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;
  return [
    `/${code(first[0] ?? '')}${first.slice(1)}${tail}`,
    `/${first.toUpperCase()}${tail}`,
    `//${first}${tail}`,
    `/./${first}${tail}`,
    `/x/../${first}${tail}`,
    `/%2e%2e/${first}${tail}`,
    `/%2f${first}${tail}`,
    `/ping/..${path}`,
    `/ping%2f..${path}`,
    `/ping/%2e%2e${path}`,
    `/swagger/..${path}`,
    `/files/..%2f..${path}`,
    `${path}/`,
    `${path}//`,
    `${path}/.`,
    `${path}%2f`,
    `${path}%00`,
    `${path};/ping`,
    `${path};x=1`,
    `${path}%3f`,
    `${path}#/ping`,
    `${path}%23`,
    `${path}\\`,
    `${path}%5c`,
    `${path}.json`,
    `${path}%20`,
    `${path}%0a`,
    path.replaceAll('/', '%2f').replace('%2f', '/'),
    path.replaceAll('/', '\\').replace('\\', '/'),
    path.replaceAll('/', '%252f').replace('%252f', '/'),
    path.replaceAll('/', '%c0%af').replace('%c0%af', '/'),
  ];
}

describe('other spellings of protected paths', () => {
  it('other spellings of a protected path return 400, 401 or 404 without a token', async () => {
    for (const { method, path } of guarded) {
      const url = filled(path, hasUuid(path) ? { id: wanda.id } : { id: '1' });
      for (const spelling of spellings(url)) {
        const answer = await fixtures.app.inject({ method, url: spelling });
        assert([400, 401, 404].includes(answer.statusCode), `${method} ${spelling}: ${answer.statusCode}`);
        assert.deepEqual(Object.keys(answer.json()), ['error'], spelling);
      }
    }
  });

  it('other spellings of a path give a worker no access that the path itself denies', async () => {
    for (const url of ['/users', '/projects', '/db-ping', '/recurring'])
      for (const spelling of spellings(url)) {
        const { status } = await fixtures.call(wanda, 'GET', spelling);
        assert([400, 403, 404].includes(status), `${spelling}: ${status}`);
      }
  });

  it('other spellings of a protected path return 400, 401 or 404 on a raw connection', async () => {
    for (const path of ['/users', '/tickets/1', '/auth/me'])
      for (const spelling of spellings(path)) {
        const status = statusOf(await get(spelling));
        assert([400, 401, 404].includes(status), `${spelling}: ${status}`);
      }
    for (const line of [
      'GET http://x/users',
      'GET http://x@y/users',
      'GET *',
      'GET ../users',
      'GET users',
      'GET ?/users',
      'OPTIONS *',
    ])
      assert([400, 401, 404].includes(statusOf(await sent(request(line)))), line);
  });
});

describe('encoded ids in paths', () => {
  it('an encoded slash or dot in an id returns 400 and does not reach another path', async () => {
    const id = await fixtures.createTicket();
    for (const path of [
      `/tickets/${id}%2Fevents`,
      `/tickets/${id}%2f..%2f${id}`,
      `/tickets/%2e%2e%2fusers`,
      `/tickets/${id}%2E`,
      `/projects/${fixtures.tower}%2Fworkers`,
    ])
      assertEnvelope(await fixtures.call(root, 'GET', path), 400, path);
    assert.equal((await fixtures.call(anna, 'GET', `/tickets/${id}`)).status, 200);
  });

  it('an id that cannot be decoded returns 400', async () => {
    for (const url of ['/tickets/%', '/users/%zz', '/tickets/%ff', '/tickets/%c0%ae', '/tickets/%ed%a0%80'])
      assertEnvelope(await fixtures.call(root, 'GET', url), 400, url);
  });
});

describe('static files', () => {
  const outside = ['package.json', 'etc/passwd', '.env', 'src/cli/serve.ts', 'data', 'photos', 'uploads'];
  const climbs = [
    '../',
    '../../',
    '..%2f',
    '%2e%2e/',
    '%2e%2e%2f',
    '..%5c',
    '..\\',
    '....//',
    '%252e%252e%252f',
    '..%00/',
    '.%2e/',
    '%c0%ae%c0%ae/',
    '/',
    '//',
    '%2f',
    './',
    '',
  ];

  it('/swagger/ serves its own files and nothing outside its folder', async () => {
    assert.equal(statusOf(await get('/swagger/swagger-ui.css')), 200);
    for (const name of outside)
      for (const climb of climbs) {
        for (const path of [`/swagger/${climb}${name}`, `/swagger${climb}${name}`, `/swagger/swagger-ui.css/${climb}${name}`]) {
          const answer = await get(path);
          assert([400, 404].includes(statusOf(answer)), `${path}: ${answer.slice(0, 200)}`);
        }
      }
    for (const path of [
      'swagger-ui.css%00',
      'swagger-ui.css.map',
      'swagger-ui.css/',
      'index.css',
      'swagger-initializer.js',
      '%73wagger-ui.css%2f',
      'json/',
      'yaml',
      '',
    ])
      assert([302, 400, 404].includes(statusOf(await get(`/swagger/${path}`))), path);
  });

  it('/files serves photos by number and signature and nothing by path', async () => {
    const id = await fixtures.createTicketWithStatus('in_progress');
    const { body, headers } = multipartForm([{ name: 'lamp.jpg', bytes: photo() }]);
    const { body: made } = await fixtures.call(wanda, 'POST', `/tickets/${id}/photos`, body, headers);
    const { pathname, search } = new URL(made.url);
    assert.equal(statusOf(await get(`${pathname}${search}`)), 200);
    const [row] = await fixtures.db.read.selectFrom('ticket_photos').select('storage_key').where('id', '=', made.id).execute();
    const key = row?.storage_key ?? '';
    for (const name of [...outside, key, `${key.slice(0, 2)}/${key}`, `${key.slice(0, 2)}%2f${key}`])
      for (const climb of climbs) {
        for (const path of [
          `/files/${climb}${name}${search}`,
          `${pathname}/${climb}${name}${search}`,
          `/photos/${climb}${name}${search}`,
        ]) {
          const answer = await get(path);
          assert([400, 404].includes(statusOf(answer)), `${path}: ${answer.slice(0, 200)}`);
        }
      }
    for (const path of ['/files', '/files/', '/files/.', '/data', '/uploads', '/photos', '/app/../files'])
      assert([400, 404].includes(statusOf(await get(`${path}${search}`))), path);
  });
});
