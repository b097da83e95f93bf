import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { startService, stopService } from '../../testing/start-service.ts';
import { createEmptyDatabase } from '../../testing/test-database.ts';

const database = await createEmptyDatabase();
after(() => database.drop());

/** What a service with these settings logs until it listens. */
async function logOf(env: Record<string, string>): Promise<string> {
  const service = await startService({ env: { DATABASE_URL: database.url, ...env } });
  const output = service.output();
  assert.equal(await stopService(service), 0);
  return output;
}

const bot = { MESSENGER_BOT_TOKEN: '100:secret', MESSENGER_API_ROOT: 'http://127.0.0.1:1' };
const mail = { SMTP_HOST: '127.0.0.1', MAIL_FROM: 'callout@example.com' };
const warning = /"level":40[^\n]*PUBLIC_URL is not set: links in mails and messages begin with http:\/\/localhost:\d+/;

it('a start with SMTP_HOST or a bot and without PUBLIC_URL logs a warning', async () => {
  for (const env of [mail, bot]) assert.match(await logOf(env), warning);
  assert.doesNotMatch(await logOf({}), /PUBLIC_URL/);
  assert.doesNotMatch(await logOf({ ...mail, ...bot, PUBLIC_URL: 'http://callout.example.com' }), /PUBLIC_URL/);
});

it('a start with COOKIE_SECURE and an http PUBLIC_URL, or with an http S3_ENDPOINT and an https one, logs a warning', async () => {
  const http = { PUBLIC_URL: 'http://callout.example.com', COOKIE_SECURE: 'true' };
  assert.match(await logOf(http), /"level":40[^\n]*COOKIE_SECURE is true, but PUBLIC_URL is http/);
  const https = { PUBLIC_URL: 'https://callout.example.com', COOKIE_SECURE: 'true' };
  assert.doesNotMatch(await logOf(https), /COOKIE_SECURE/);
  const bucket = { S3_BUCKET: 'photos', S3_ENDPOINT: 'http://127.0.0.1:9', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'x' };
  assert.match(await logOf({ ...https, ...bucket }), /"level":40[^\n]*S3_ENDPOINT is http/);
});

it('a start with an https PUBLIC_URL and without COOKIE_SECURE logs a warning', async () => {
  const https = { PUBLIC_URL: 'https://callout.example.com' };
  assert.match(await logOf(https), /"level":40[^\n]*PUBLIC_URL is https, but COOKIE_SECURE is not true/);
  assert.doesNotMatch(await logOf({ ...https, COOKIE_SECURE: 'true' }), /COOKIE_SECURE/);
  assert.doesNotMatch(await logOf({ PUBLIC_URL: 'http://callout.example.com' }), /COOKIE_SECURE/);
});

it('a start whose mails may go unencrypted to another machine logs a warning', async () => {
  const relay = { SMTP_HOST: 'mail.example.com', PUBLIC_URL: 'http://callout.example.com' };
  assert.match(await logOf(relay), /"level":40[^\n]*mails go unencrypted if the mail server offers no STARTTLS/);
  assert.doesNotMatch(await logOf({ ...relay, SMTP_REQUIRE_TLS: 'true' }), /unencrypted/);
});
