import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer, type Server } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { issueCertificate } from './certificate.ts';
import { freePort } from './free-port.ts';

// A push service (RFC 8030) on loopback that keeps what it gets, and browsers that decrypt it (RFC 8291).

/** A message as the push service got it. */
interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  time: Date;
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
}

export async function startPushService(): Promise<FakePushService> {
  const service = new FakePushService(await freePort());
  await service.resume();
  return service;
}

export class FakePushService {
  readonly host: string;
  readonly #port: number;
  readonly #server: Server;
  readonly #received: Received[] = [];
  readonly #answers = new Map<string, Answer[]>();

  constructor(port: number) {
    this.#port = port;
    this.host = `127.0.0.1:${port}`;
    this.#server = createServer(issueCertificate(), async (request, response) => {
      const body = await buffer(request).catch(() => undefined);
      if (!body) return;
      const path = request.url ?? '';
      this.#received.push({ path, headers: request.headers, body, time: new Date() });
      const { status, headers } = this.#answers.get(path)?.shift() ?? { status: 201 };
      if (status > 0) response.writeHead(status, headers).end();
    });
  }

  /** All messages, also those that were not accepted. */
  received(path?: string): Received[] {
    return this.#received.filter((message) => path === undefined || message.path === path);
  }

  /** The answer to the next message for a browser; 0: none. */
  answerNext(path: string, status: number, headers: Record<string, string> = {}): void {
    this.#answers.set(path, [...(this.#answers.get(path) ?? []), { status, headers }]);
  }

  /** Starts an outage. */
  async pause(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async resume(): Promise<void> {
    await once(this.#server.listen(this.#port, '127.0.0.1'), 'listening');
  }

  async stop(): Promise<void> {
    if (this.#server.listening) await this.pause();
  }
}

/** A browser with a subscription. */
export class FakeBrowser {
  readonly path: string;
  readonly #endpoint: string;
  readonly #ecdh: ECDH = createECDH('prime256v1');
  readonly #auth = randomBytes(16);

  /** @param host of the endpoint, instead of that of the service */
  constructor(service: FakePushService, name: string, host = service.host) {
    this.path = `/send/${name}`;
    this.#endpoint = `https://${host}${this.path}`;
    this.#ecdh.generateKeys();
  }

  /** As PushSubscription.toJSON(). */
  toJSON() {
    const p256dh = this.#ecdh.getPublicKey('base64url', 'uncompressed');
    return { endpoint: this.#endpoint, expirationTime: null, keys: { p256dh, auth: this.#auth.toString('base64url') } };
  }

  /** @throws when the message is not for this browser */
  decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const recordSize = body.readUInt32BE(16);
    const sender = body.subarray(21, 21 + body.readUInt8(20));
    const record = body.subarray(21 + sender.length);
    if (record.length > recordSize) throw new Error('more than one record');
    const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), this.#ecdh.getPublicKey(), sender]);
    const secret = Buffer.from(hkdfSync('sha256', this.#ecdh.computeSecret(sender), this.#auth, keyInfo, 32));
    const derive = (info: string, bytes: number) => Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(info), bytes));
    const decipher = createDecipheriv(
      'aes-128-gcm',
      derive('Content-Encoding: aes128gcm\0', 16),
      derive('Content-Encoding: nonce\0', 12),
    );
    decipher.setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    const end = padded.lastIndexOf(2);
    if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('no end of the last record');
    return padded.toString('utf8', 0, end);
  }
}

/**
 * Verifies the header Authorization as a push service does (RFC 8292).
 * @returns the claims and the public key of the sender
 */
export function verifyVapid(authorization: string | undefined): { claims: Record<string, unknown>; key: string } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization ?? '') ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  if (parse(header).alg !== 'ES256') throw new Error('not ES256');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)];
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isRight = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isRight) throw new Error('the signature is wrong');
  return { claims: parse(claims), key };
}
