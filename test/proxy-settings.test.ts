import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, setGlobalProxyFromEnv } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, describe, it } from 'node:test';
import { fetchAccessToken } from '../src/outbound/mail/access-token.ts';
import { BotApi } from '../src/outbound/messenger/bot-api.ts';
import { PushClient } from '../src/outbound/notifications/push/post-message.ts';
import { WebhookClient } from '../src/outbound/webhooks/post-message.ts';
import { ConfigError } from '../src/platform/config/config.ts';
import { type ProxyOptions, proxy as readProxy } from '../src/platform/config/proxy.ts';
import { S3Storage } from '../src/platform/storage/s3.ts';

// A proxy of a company network, which leads nowhere: what it is asked for tells what goes through it.

const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  response.writeHead(502).end('no way out');
});
server.on('connect', (request, socket) => {
  asked.push(`CONNECT ${request.url}`);
  socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => server.close());
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const settings = readProxy({ HTTP_PROXY: url, HTTPS_PROXY: url, NO_PROXY: 'inside.example.com' }) as ProxyOptions;

afterEach(() => {
  asked.length = 0;
});

describe('HTTPS_PROXY, HTTP_PROXY and NO_PROXY', () => {
  it('are read in either case, and refused by name when they are no URL', () => {
    assert.equal(readProxy({ NO_PROXY: 'a' }), undefined);
    const read = readProxy({ https_proxy: url, no_proxy: '.example.com' });
    assert.deepEqual(read, { HTTPS_PROXY: url, NO_PROXY: 'localhost,127.0.0.1,::1,.example.com' });
    assert.throws(
      () => readProxy({ HTTPS_PROXY: 'proxy:3128' }),
      new ConfigError('HTTPS_PROXY must look like http://proxy.example.com:3128'),
    );
  });

  it('NO_PROXY with a network leaves out the addresses in settings that it contains', async () => {
    const settings = readProxy({
      http_proxy: url,
      no_proxy: '.example.lan\t127.20.30.40/12, fd00::/8 corp/8',
      MESSENGER_API_ROOT: 'http://127.31.255.255:8009',
      PUBLIC_URL: 'https://127.32.0.0:8009',
      S3_ENDPOINT: 'https://[fd00::5]:9000',
    });
    assert.equal(
      settings?.NO_PROXY,
      'localhost,127.0.0.1,::1,.example.lan,127.20.30.40/12,fd00::/8,corp/8,127.31.255.255,fd00::5',
    );
    const restore = setGlobalProxyFromEnv({ ...settings });
    const call = (address: string) => fetch(`http://${address}:8009/`, { signal: AbortSignal.timeout(1_000) });
    try {
      await assert.rejects(call('127.31.255.255'));
      await assert.rejects(new BotApi('http://127.31.255.255:8009').identify('100:token'));
      assert.deepEqual(asked, []);
      assert.equal((await call('127.32.0.0')).status, 502);
    } finally {
      restore();
    }
  });

  it('lead calls of the Bot API, of access tokens for mail and of fetch(), such as those of the company sign-in, through the proxy, but not those to this machine', async () => {
    const credentials = { clientId: 'a', clientSecret: 'b', refreshToken: 'c' };
    const restore = setGlobalProxyFromEnv({ ...settings });
    try {
      await assert.rejects(new BotApi('https://bots.example.com').identify('100:token'), {
        message: 'getMe: no answer: the server cannot be reached or does not speak the protocol (ERR_PROXY_TUNNEL)',
      });
      await assert.rejects(new BotApi('http://bots.example.com').identify('100:token'));
      await assert.rejects(fetch('https://sign-in.example.com/.well-known/openid-configuration'));
      await assert.rejects(fetchAccessToken({ ...credentials, tokenUrl: 'https://tokens.example.com/token' }));
      await assert.rejects(fetch('http://localhost:1/'));
    } finally {
      restore();
    }
    const [first, second, third, fourth, ...others] = asked;
    const hosts = ['bots', 'sign-in', 'tokens'].map((name) => `CONNECT ${name}.example.com:443`);
    assert.deepEqual([first, third, fourth], hosts);
    assert.match(String(second), /^POST http:\/\/bots\.example\.com\/bot100:token\/getMe/);
    assert.deepEqual(others, []);
  });

  it('lead requests to the bucket through the proxy', async () => {
    const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
    const options = { bucket: 'photos', endpoint: 'https://s3.example.com', region: '', credentials, forcePathStyle: true };
    await assert.rejects(new S3Storage({ ...options, proxy: settings }, 60_000).readThumb('a'));
    assert(asked.length > 0);
    assert.deepEqual([...new Set(asked)], ['CONNECT s3.example.com:443']);
  });

  it('lead push messages through the proxy only for the services of browsers: another name could be one of the inside', async () => {
    const client = new PushClient(new Set(), settings);
    const send = (host: string) =>
      client.post({ url: new URL(`https://${host}/a`), headers: {}, body: Buffer.from('a') }, new Date());
    for (const host of [
      'fcm.googleapis.com',
      'updates.push.services.mozilla.com',
      'intranet.example.com',
      'evilgoogleapis.com',
    ]) {
      assert.notEqual((await send(host)).outcome, 'sent');
    }
    assert.deepEqual(asked, ['CONNECT fcm.googleapis.com:443', 'CONNECT updates.push.services.mozilla.com:443']);
  });
});

describe('WEBHOOK_PROXY', () => {
  const attempt = async (target: string, network: Partial<ConstructorParameters<typeof WebhookClient>[0]>) => {
    const client = new WebhookClient({ allowedHosts: new Set(['inside.example.lan:8443']), ...network });
    return (await client.post(target, {}, '{}', new Date())).error;
  };

  it('without it webhooks do not use the proxy, and a delivery that fails tells so', async () => {
    assert.equal(await attempt('https://hooks.example.com/a', { proxy: settings }), 'proxy_not_used');
    assert.deepEqual(asked, []);
  });

  it('with it public hosts are called through the proxy whatever NO_PROXY says, others are not', async () => {
    const network = { proxy: settings, usesProxy: true };
    await attempt('https://hooks.example.com/a', network);
    await attempt('https://inside.example.com/a', network);
    await attempt('https://inside.example.lan:8443/a', network);
    assert.equal(await attempt('https://10.0.0.1/a', network), 'not_public');
    assert.deepEqual(asked, ['CONNECT hooks.example.com:443', 'CONNECT inside.example.com:443']);
  });
});
