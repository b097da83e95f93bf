import { connect } from 'node:net';
import type { Random } from '../../testing/seeded-random.ts';

// Bytes that no client library would send.

const host = 'host: x\r\n';

const messages = (random: Random): string[] => [
  'NONSENSE\r\n\r\n',
  'GET\r\n\r\n',
  '\r\n\r\n\r\n',
  '\u0000\u0001\u0002\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  `FOO /ping HTTP/1.1\r\n${host}\r\n`,
  `CONNECT x:1 HTTP/1.1\r\n${host}\r\n`,
  `TRACE / HTTP/1.1\r\n${host}\r\n`,
  `OPTIONS * HTTP/1.1\r\n${host}\r\n`,
  `GET ping HTTP/1.1\r\n${host}\r\n`,
  `GET http://other.example.com/ping HTTP/1.1\r\n${host}\r\n`,
  `GET //ping HTTP/1.1\r\n${host}\r\n`,
  `GET /ping\u0000 HTTP/1.1\r\n${host}\r\n`,
  `GET /%00%ff%fe HTTP/1.1\r\n${host}\r\n`,
  `GET /${'a'.repeat(random.between(1, 30_000))} HTTP/1.1\r\n${host}\r\n`,
  `GET /ping HTTP/9.9\r\n${host}\r\n`,
  'GET /ping HTTP/1.0\r\n\r\n',
  'GET /ping HTTP/1.1\r\n\r\n',
  `GET /ping HTTP/1.1\r\n${host}${host}\r\n`,
  `GET /ping HTTP/1.1\r\n${host}no colon here\r\n\r\n`,
  `GET /ping HTTP/1.1\r\n${host}a: b\r\n c: folded\r\n\r\n`,
  `GET /ping HTTP/1.1\r\n${host}x: \u0000\r\n\r\n`,
  `GET /ping HTTP/1.1\r\n${host}${'x: y\r\n'.repeat(3000)}\r\n`,
  `GET /ping HTTP/1.1\r\n${host}upgrade: websocket\r\nconnection: upgrade\r\n\r\n`,
  `POST /auth/login HTTP/1.1\r\n${host}content-length: -1\r\n\r\n`,
  `POST /auth/login HTTP/1.1\r\n${host}content-length: 1, 2\r\n\r\n{}`,
  `POST /auth/login HTTP/1.1\r\n${host}content-length: 99999999999999999999\r\n\r\n{}`,
  `POST /auth/login HTTP/1.1\r\n${host}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
  `POST /auth/login HTTP/1.1\r\n${host}transfer-encoding: gzip\r\n\r\n{}`,
  `POST /auth/login HTTP/1.1\r\n${host}transfer-encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n`,
  `POST /auth/login HTTP/1.1\r\n${host}transfer-encoding: chunked\r\n\r\nffffffffffffffff\r\n{}\r\n0\r\n\r\n`,
  `POST /auth/login HTTP/1.1\r\n${host}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nx: y\r\n\r\n`,
  `POST /auth/login HTTP/1.1\r\n${host}content-length: 70000\r\n\r\n${'x'.repeat(random.below(70_000))}`,
  `POST /tickets/1/photos HTTP/1.1\r\n${host}content-type: multipart/form-data; boundary=x\r\ncontent-length: 10\r\n\r\n--x`,
  `GET /ping HTTP/1.1\r\n${host}\r\nGET /nope HTTP/1.1\r\n${host}\r\nGARBAGE\r\n\r\n`,
];

/** Sends such bytes and reads what comes until it closes, or for a moment. @returns what is wrong with the answers */
export async function sendRawHttp(base: string, random: Random): Promise<string | undefined> {
  const message = random.pick(messages(random));
  const text = await exchange(Number(new URL(base).port), message);
  const [first = ''] = message.split('\r\n', 1);
  for (const answer of text.split(/(?=HTTP\/1\.1 \d{3} )/).filter((part) => part !== '')) {
    const [, status = '0'] = /^HTTP\/1\.1 (\d{3}) /.exec(answer) ?? [];
    const body = answer.split('\r\n\r\n').slice(1).join('\r\n\r\n');
    if (Number(status) === 0 || Number(status) >= 500) return `${first.slice(0, 100)}: ${answer.slice(0, 200)}`;
    if (Number(status) >= 400 && !/^\{"error":"[^"]*"\}$/.test(body))
      return `${first.slice(0, 100)}: no envelope in ${answer.slice(0, 300)}`;
  }
  return undefined;
}

function exchange(port: number, message: string): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from(message, 'latin1')));
    socket.setTimeout(300, () => socket.destroy());
    socket.on('data', (chunk) => (text += chunk));
    socket.on('error', () => {}); // a reset is an answer, too
    socket.on('close', () => resolve(text));
  });
}
