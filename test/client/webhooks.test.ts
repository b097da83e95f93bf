import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { verifyWebhook, WebhookError } from '../../clients/typescript/src/index.ts';

const key = randomBytes(24);
const secret = `whsec_${key.toString('base64')}`;
const now = Date.parse('2026-03-01T08:30:00Z');
const body = JSON.stringify({ type: 'ticket_done', data: { ticket_id: 42, text: 'Zażółć 🔧' } });

/** The headers of a webhook, signed without the code of the client. */
function headersOf(text: string, { signedBy = key, at = now }: { signedBy?: Buffer; at?: number } = {}): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signature = createHmac('sha256', signedBy).update(`msg_1.${timestamp}.${text}`).digest('base64');
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
const rejects = (headers: Record<string, string>, text: string | Uint8Array = body, by: string | string[] = secret) =>
  assert.rejects(verifyWebhook(headers, text, by, { now }), WebhookError);

describe('verifyWebhook', () => {
  it('returns what was signed, whatever holds the headers and the body', async () => {
    const headers = headersOf(body);
    const expected = { id: 'msg_1', timestamp: new Date(now), payload: JSON.parse(body) };
    assert.deepEqual(await verifyWebhook(headers, body, secret, { now }), expected);
    assert.deepEqual(await verifyWebhook(new Headers(headers), Buffer.from(body), secret, { now }), expected);
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
    assert.deepEqual(await verifyWebhook(upper, new TextEncoder().encode(body), key.toString('base64'), { now }), expected);
  });

  it('accepts the example of the Standard Webhooks specification', async () => {
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    };
    const example = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const { payload } = await verifyWebhook(headers, '{"test": 2432232314}', example, { now: 1_614_265_330_000 });
    assert.deepEqual(payload, { test: 2432232314 });
  });

  it('accepts one of several signatures and one of several secrets, while a secret is replaced', async () => {
    const other = randomBytes(32);
    const headers = headersOf(body);
    const both = { ...headers, 'webhook-signature': `v1a,abc v1,AAAA ${headers['webhook-signature']}` };
    await verifyWebhook(both, body, secret, { now });
    await verifyWebhook(headers, body, [`whsec_${other.toString('base64')}`, secret], { now });
  });

  it('refuses other bodies, secrets, ids and times, and missing or broken headers', async () => {
    const headers = headersOf(body);
    await rejects(headers, `${body} `);
    await rejects(headersOf(body, { signedBy: randomBytes(24) }));
    await rejects({ ...headers, 'webhook-id': 'msg_2' });
    await rejects({ ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) });
    for (const name of Object.keys(headers)) await rejects({ ...headers, [name]: '' });
    for (const signature of ['v1,', 'v1', 'v2,abc', 'v1,%%%', String(headers['webhook-signature']).replace('v1,', 'v1a,')]) {
      await rejects({ ...headers, 'webhook-signature': signature });
    }
    await rejects({ ...headers, 'webhook-timestamp': '1e9' });
    await rejects(headers, body, 'whsec_');
    await rejects(headers, body, 'whsec_%%%');
    await rejects(headers, body, []);
  });

  it('accepts five minutes of difference between the clocks, and not more', async () => {
    for (const minutes of [-5, 5]) await verifyWebhook(headersOf(body, { at: now + minutes * 60_000 }), body, secret, { now });
    for (const minutes of [-5.1, 5.1]) await rejects(headersOf(body, { at: now + minutes * 60_000 }));
  });
});
