import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import pino from 'pino';
import { applyStoredSettings } from '../../src/appliance/settings/stored.ts';
import { isBranded } from '../../src/outbound/mail/branding.ts';
import { loadConfig } from '../../src/platform/config/config.ts';
import { passkeySiteOf } from '../../src/platform/http/passkey-site.ts';
import { contrastOf, darkestLightBackground, lightestDarkBackground, readableOnDark } from '../../src/platform/lib/color.ts';
import { Fixtures, secret } from '../../testing/fixtures.ts';
import { pdfText } from '../../testing/pdf-text.ts';
import { multipartForm } from '../../testing/photo-files.ts';
import { openPortal } from '../../testing/portal-client.ts';
import { realPhoto } from '../../testing/real-photos.ts';
import { startSmtpServer } from '../../testing/smtp-server.ts';

const smtp = await startSmtpServer({ auth: { user: 'callout', password: 'mail-secret' } });
after(() => smtp.stop());
const dataKey = randomBytes(32).toString('base64');
const fixtures = await Fixtures.create({ DATA_ENCRYPTION_KEY: dataKey, PORTAL_PROOF: 'false' });
const withoutKey = await Fixtures.create({ SMTP_HOST: 'mail.example.com', PUBLIC_URL: 'https://fixed.example.com' });
const { root, anna } = fixtures;

const put = (body: object, at = fixtures) => at.call(at.root, 'PUT', '/ext/settings', body);
const read = async (at = fixtures) => (await at.call(at.root, 'GET', '/ext/settings')).body;
const server = { 'smtp.host': '127.0.0.1', 'smtp.port': smtp.port, 'smtp.user': 'callout', 'smtp.password': 'mail-secret' };

describe('PUT /ext/settings', () => {
  it('changes the keys that are sent, and null brings the default back', async () => {
    const { status, body } = await put({ public_url: 'HTTPS://Callout.example.com/', name: 'Acme' });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body.public_url, { value: 'https://Callout.example.com', source: 'stored', opened_at: null });
    assert.deepEqual([body.name.value, body['smtp.port']], ['Acme', { value: 587, source: 'default' }]);
    await put({ public_url: null });
    const after = await read();
    assert.deepEqual(after.public_url, { value: null, source: 'default', opened_at: null });
    assert.equal(after.name.value, 'Acme');
    await put({ name: null });
  });

  it('refuses values that are not valid, and names the field', async () => {
    for (const [key, value] of [
      ['public_url', 'https://callout.example.com/app'],
      ['public_url', 'ftp://callout.example.com'],
      ['smtp.host', 'mail example'],
      ['smtp.port', 0],
      ['smtp.security', 'ssl'],
      ['smtp.from', 'no address'],
      ['messenger_bot_token', 'nonsense'],
      ['color', '#ffcc00'],
      ['color', 'red'],
    ] as const) {
      const { status, body } = await put({ [key]: value });
      assert.equal(status, 400, `${key} ${value}`);
      assert(body.error.startsWith(key), body.error);
    }
    assert.equal((await put({})).status, 400);
  });

  it('refuses what the environment sets, even the same value', async () => {
    const refused = await put({ name: 'Acme', public_url: 'https://fixed.example.com' }, withoutKey);
    assert.deepEqual([refused.status, refused.headers['error-code']], [409, 'setting_of_environment']);
    const { public_url, name } = await read(withoutKey);
    assert.deepEqual(public_url, { value: 'https://fixed.example.com', source: 'environment', opened_at: null });
    assert.equal(name.source, 'default', 'nothing of the request was stored');
  });

  it('does not let an admin send a password of the environment to another server', async () => {
    const config = loadConfig({ JWT_SECRET: secret, SMTP_USER: 'callout', SMTP_PASSWORD: 'of-operators' });
    const deps = { ...withoutKey.deps, config };
    await withoutKey.transaction((tx) =>
      sql`insert into settings (key, id, value, changed_at) values ('smtp.host', gen_random_uuid(), 'evil.example.com', now())`.execute(
        tx,
      ),
    );
    await applyStoredSettings(deps);
    assert.equal(config.smtp, undefined);
    await withoutKey.transaction((tx) => sql`delete from settings`.execute(tx));
  });

  it('stores no secret without DATA_ENCRYPTION_KEY', async () => {
    for (const body of [{ 'smtp.password': 'mail-secret' }, { messenger_bot_token: '100:secret' }]) {
      const { status, headers } = await put(body, withoutKey);
      assert.deepEqual([status, headers['error-code']], [409, 'secret_not_storable']);
    }
    assert.equal((await read(withoutKey))['smtp.password'].is_storable, false);
    assert.equal((await put({ messenger_bot_token: null }, withoutKey)).status, 200);
  });

  it('never shows secrets: not in answers, the audit log or the database', async () => {
    const answer = await put({ ...server, messenger_bot_token: '100:bot-secret' });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.deepEqual(answer.body['smtp.password'], { is_set: true, source: 'stored', is_storable: true });
    const { rows } = await sql<{ row: string }>`
      select s::text as row from settings s union all select a::text from audit_events a`.execute(fixtures.db.read);
    const all = JSON.stringify([answer.body, await read(), rows]);
    assert(!all.includes('mail-secret') && !all.includes('bot-secret'));
    const hex = Buffer.from('mail-secret').toString('hex');
    assert(!all.includes(hex));
    const audit = await fixtures.call(root, 'GET', '/ext/audit?event=settings_changed');
    assert.equal(audit.body.items[0].subject_name, 'messenger_bot_token, smtp.host, smtp.password, smtp.port, smtp.user');
    await put({ messenger_bot_token: null });
  });

  it('another smtp.host forgets the stored password, and the same one keeps it', async () => {
    await put(server);
    await put({ 'smtp.host': '127.0.0.1', 'smtp.port': smtp.port });
    assert.equal((await read())['smtp.password'].is_set, true);
    const { body } = await put({ 'smtp.host': 'other.example.com' });
    assert.equal(body['smtp.password'].is_set, false);
    await put({ 'smtp.host': '127.0.0.1' });
    assert.equal((await read())['smtp.password'].is_set, false, 'it does not come back');
    assert.equal(fixtures.deps.config.smtp?.password, '');
    await put(server);
  });

  it('a password of another server, which the environment names later, is not used', async () => {
    const config = loadConfig({ JWT_SECRET: secret, DATA_ENCRYPTION_KEY: dataKey, SMTP_HOST: 'other.example.com' });
    await applyStoredSettings({ ...fixtures.deps, config });
    assert.deepEqual([config.smtp?.host, config.smtp?.user, config.smtp?.password], ['other.example.com', 'callout', '']);
  });

  it('secrets of another key count as not set, and the log names them', async () => {
    const lines: string[] = [];
    const log = pino({}, { write: (line) => void lines.push(line) });
    const config = loadConfig({ JWT_SECRET: secret, DATA_ENCRYPTION_KEY: randomBytes(32).toString('base64') });
    await applyStoredSettings({ ...fixtures.deps, config, log });
    assert.equal(config.smtp?.password, '');
    assert.match(lines.join(''), /"settings":"smtp\.password"/);
    assert(!lines.join('').includes('mail-secret'));
  });

  it('changes of several admins at once are all made', async () => {
    const answers = await Promise.all(
      [{ name: 'Acme' }, { color: '#8a1c4a' }, { 'smtp.from': 'callout@example.com' }, { name: 'Acme' }].map((body) => put(body)),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    );
    const { name, color, 'smtp.from': from } = await read();
    assert.deepEqual([name.value, color.value, from.value], ['Acme', '#8a1c4a', 'callout@example.com']);
    await put({ name: null, color: null, 'smtp.from': null });
  });
});

describe('the public address', () => {
  it('is in links, labels and the site of passkeys as soon as it is changed', async () => {
    const token = await openPortal(fixtures, anna, fixtures.lobby);
    const urlNow = async () => (await fixtures.call(anna, 'GET', `/ext/objects/${fixtures.lobby}/portal`)).body.url;
    await put({ public_url: 'https://one.example.com' });
    assert.equal(await urlNow(), `https://one.example.com/r/${token}`);
    assert.equal((await fixtures.call(undefined, 'GET', '/ext/about')).body.passkeys, true);
    assert.equal((await fixtures.call(undefined, 'POST', '/ext/passkey/challenge')).body.rpId, 'one.example.com');
    await put({ public_url: 'https://two.example.com' });
    assert.equal(await urlNow(), `https://two.example.com/r/${token}`);
    assert.equal(passkeySiteOf(fixtures.deps.config)?.rpId, 'two.example.com');
    const isStrict = async () =>
      (await fixtures.call(undefined, 'GET', '/ping', undefined, { 'x-forwarded-proto': 'https' })).headers[
        'strict-transport-security'
      ] !== undefined;
    assert.equal(await isStrict(), true);
    const login = (origin: string) =>
      fixtures.call(undefined, 'POST', '/auth/logout', undefined, { origin, 'sec-fetch-site': 'cross-site' });
    assert.deepEqual(
      [(await login('https://two.example.com')).status, (await login('https://one.example.com')).status],
      [200, 403],
    );
    await put({ public_url: null });
    assert.equal(await isStrict(), false);
    assert.equal((await fixtures.call(undefined, 'POST', '/ext/passkey/challenge')).status, 404);
  });
});

describe('mails', () => {
  const test = (to = 'anna@example.com') => fixtures.call(root, 'POST', '/ext/settings/test-mail', { to });

  it('go over the server that is set at the time, with the sender of its name', async () => {
    await put({ ...server, name: 'Acme, Ltd.', public_url: 'https://callout.example.com' });
    const { status, body } = await test('dora@example.com');
    assert.deepEqual([status, body], [200, { ok: true, reason: 'sent', detail: '' }]);
    const mail = await smtp.waitForMail(({ to }) => to.includes('dora@example.com'));
    assert.deepEqual([mail.user, mail.from, mail.secure], ['callout', 'callout@callout.example.com', true]);
    assert.equal(mail.headers['from'], '"Acme, Ltd." <callout@callout.example.com>');
    await put({ name: null, public_url: null });
  });

  it('of the service are sent when a server is set, and dropped when there is none', async () => {
    const forgot = () => fixtures.call(undefined, 'POST', '/auth/forgot-password', { email: anna.email });
    await put({ 'smtp.host': null });
    await forgot();
    assert.equal(await fixtures.deliver('mails'), 0);
    await put(server);
    await forgot();
    assert.equal(await fixtures.deliver('mails'), 1);
    const mail = await smtp.waitForMail(({ to }) => to.includes(anna.email));
    assert(!mail.html.includes('cid:'), 'a mail is as ever without a look of its own');
  });

  it('the test says in words what is wrong, and nothing of the password', async () => {
    const reasons: string[] = [];
    for (const body of [
      { 'smtp.password': 'wrong-secret' },
      { 'smtp.password': null },
      { ...server, 'smtp.security': 'tls' },
      { ...server, 'smtp.security': null, 'smtp.port': 1 },
      { 'smtp.host': null },
    ]) {
      assert.equal((await put(body)).status, 200);
      const answer = (await test()).body;
      assert.equal(answer.ok, false);
      assert(!JSON.stringify(answer).includes('wrong-secret'));
      reasons.push(answer.reason);
    }
    assert.deepEqual(reasons, ['sign_in', 'sign_in', 'encryption', 'unreachable', 'not_configured']);
    await put({ ...server, 'smtp.security': null });
    smtp.refuse('nobody@example.com');
    const { reason, detail } = (await test('nobody@example.com')).body;
    assert.deepEqual([reason, /No such user/.test(detail), detail.includes('nobody@')], ['address', true, false]);
  });
});

describe('name, color and logo', () => {
  it('are in about, on public pages, in mails and on PDF files', async () => {
    await put({ ...server, name: 'Acme <Ltd>', color: '#8A1C4A' });
    const picture = multipartForm([{ name: 'logo.png', bytes: await realPhoto({ width: 900, height: 300, format: 'png' }) }]);
    const logo = await fixtures.call(root, 'PUT', '/ext/settings/logo', picture.body, picture.headers);
    assert.equal(logo.status, 200, JSON.stringify(logo.body));
    const { branding } = (await fixtures.call(undefined, 'GET', '/ext/about')).body;
    assert.deepEqual([branding.name, branding.color, branding.logo], ['Acme <Ltd>', '#8a1c4a', logo.body.logo.value]);
    const file = await fixtures.app.inject({ url: branding.logo });
    assert.deepEqual([file.statusCode, file.headers['content-type']], [200, 'image/png']);
    const isKept = async (url: string) => /max-age/.test(String((await fixtures.app.inject({ url })).headers['cache-control']));
    assert.deepEqual([await isKept(branding.logo), await isKept(branding.logo.replace(/=.*/, '=of-a-newer-one'))], [true, false]);
    assert.equal(file.rawPayload.subarray(1, 4).toString(), 'PNG');
    assert(!file.rawPayload.includes('SECRET'), 'without metadata');

    const token = await openPortal(fixtures, anna, fixtures.lobby);
    const page = (await fixtures.call(undefined, 'GET', `/r/${token}`)).body;
    assert(
      page.includes('Acme &lt;Ltd&gt;') && page.includes(`src="${branding.logo}"`) && page.includes('/r/brand.css?color=8a1c4a'),
    );
    const styles = (await fixtures.call(undefined, 'GET', '/r/brand.css?color=8a1c4a')).body;
    assert(styles.includes('--accent:#8a1c4a') && styles.includes(`--accent:${branding.color_on_dark}`));

    await fixtures.call(root, 'POST', '/ext/settings/test-mail', { to: 'lena@example.com' });
    const mail = await smtp.waitForMail(({ to }) => to.includes('lena@example.com'));
    assert(mail.html.includes('Acme &lt;Ltd&gt;') && mail.html.includes('cid:logo@callout') && mail.html.includes('#8a1c4a'));

    const ticket = await fixtures.createTicket();
    const download = async (url: string): Promise<Buffer> => {
      const headers = { authorization: `Bearer ${await fixtures.accessTokenFor(anna)}` };
      const { statusCode, rawPayload } = await fixtures.app.inject({ url, headers });
      assert.equal(statusCode, 200);
      return rawPayload;
    };
    assert.match(await pdfText(await download(`/ext/tickets/${ticket}/report.pdf`)), /Acme<Ltd>·/);

    const roof = await fixtures.createObject(anna, fixtures.tower, 'Roof');
    await openPortal(fixtures, anna, roof);
    const imagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0;
    const images = imagesOf(await download(`/ext/objects/labels.pdf?ids=${fixtures.lobby}`));
    assert(images > 0, 'the logo is on labels');
    assert.equal(
      imagesOf(await download(`/ext/objects/labels.pdf?ids=${fixtures.lobby},${roof}`)),
      images,
      'and in their file once',
    );
  });

  it('go again, and the look is that of the product', async () => {
    await put({ name: null, color: null });
    assert.equal((await fixtures.call(root, 'DELETE', '/ext/settings/logo')).status, 200);
    assert.equal((await fixtures.call(root, 'DELETE', '/ext/settings/logo')).status, 404);
    assert.equal((await fixtures.call(undefined, 'GET', '/ext/settings/logo')).status, 404);
    assert.equal(isBranded(fixtures.deps.config.branding), false);
    const { branding } = (await fixtures.call(undefined, 'GET', '/ext/about')).body;
    assert.deepEqual(branding, { name: null, color: null, color_on_dark: null, logo: null });
  });

  it('a logo that is no picture, or cannot be decoded, is refused', async () => {
    for (const bytes of ['<svg xmlns="http://www.w3.org/2000/svg"/>', Buffer.from('\x89PNG\r\n\x1a\n and noise', 'latin1')]) {
      const form = multipartForm([{ name: 'logo.png', bytes }]);
      assert.equal((await fixtures.call(root, 'PUT', '/ext/settings/logo', form.body, form.headers)).status, 400);
    }
  });

  it('each color that is accepted can be read on light and dark backgrounds', () => {
    for (const color of ['#8a1c4a', '#0b6a5a', '#000000', '#0000ff', '#6b4e00']) {
      assert(contrastOf(color, darkestLightBackground) >= 4.5, color);
      assert(contrastOf(readableOnDark(color, lightestDarkBackground), lightestDarkBackground) >= 4.5, color);
    }
    assert(Math.abs(contrastOf('#000000', '#ffffff') - 21) < 0.001);
  });
});

describe('GET /ext/settings/test-link', () => {
  const openedAt = async () => (await read()).public_url.opened_at;
  const report = (body: object) => fixtures.call(undefined, 'POST', '/ext/installation/opened', body);
  async function issueLink() {
    const { body } = await fixtures.call(root, 'GET', '/ext/settings/test-link');
    return { ...body, opened: Object.fromEntries(new URLSearchParams(new URL(body.url).hash.slice(1))) };
  }

  it('the page of the link reports that the address was opened, until the address changes', async () => {
    await put({ public_url: 'https://one.example.com' });
    const { url, issued_at, opened } = await issueLink();
    assert(url.startsWith('https://one.example.com/app/opened#'), url);
    assert.equal(await openedAt(), null);
    assert.equal((await report(opened)).status, 200);
    assert((await openedAt()) >= issued_at);
    await put({ public_url: 'https://two.example.com' });
    assert.equal(await openedAt(), null);
    assert.equal((await report(opened)).body.error, 'the link is wrong or has expired');
    await put({ public_url: null });
  });

  it('a link that was changed or has expired reports nothing', async () => {
    const { opened, expires_at } = await issueLink();
    const expires = String(Number(opened.expires) + 1);
    assert.equal((await report({ ...opened, expires })).status, 403);
    fixtures.advanceClock(Date.parse(expires_at) - fixtures.now.getTime());
    assert.equal((await report(opened)).status, 403);
    assert.equal(await openedAt(), null);
  });
});
