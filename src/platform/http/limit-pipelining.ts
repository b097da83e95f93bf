import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Unanswered requests of a connection; further ones stay in the socket. */
const maxUnanswered = 4;
const endOfHead = Buffer.from('\r\n\r\n');
const carriageReturn = 13;
const lineFeed = 10;

interface Connection {
  unanswered: number;
  /** the socket is paused until a response has been sent */
  isPaused: boolean;
}

const connections = new WeakMap<Socket, Connection>();

/**
 * Limits the unanswered requests of a connection. Node passes everything that has arrived to its parser, so a client
 * that pipelines requests would fill the memory. Here the parser gets one request head at a time, and the socket is
 * paused while too many requests are unanswered, so that TCP flow control stops the client.
 */
export function limitPipelining(server: Server): void {
  server.on('connection', (socket: Socket) => {
    const [parse] = socket.listeners('data') as ((chunk: Buffer) => void)[];
    if (!parse) throw new Error('the HTTP parser is expected to listen for data');
    const connection: Connection = { unanswered: 0, isPaused: false };
    connections.set(socket, connection);
    // A listener for data makes Node emit the data instead of passing it to the parser directly.
    socket.off('data', parse);
    socket.on('data', (chunk: Buffer) => readHeads(socket, connection, chunk, parse));
  });
  server.prependListener('request', ({ socket }, response) => {
    const connection = connections.get(socket);
    if (!connection) return;
    connection.unanswered++;
    response.on('close', () => {
      connection.unanswered--;
      if (!connection.isPaused) return;
      connection.isPaused = false;
      socket.resume();
    });
  });
}

function readHeads(socket: Socket, connection: Connection, chunk: Buffer, parse: (chunk: Buffer) => void): void {
  for (let rest = chunk; rest.length > 0; ) {
    // Node pauses the socket while responses are not read by the client, and resumes it.
    const isPausedByNode = socket.isPaused();
    if (isPausedByNode || connection.unanswered >= maxUnanswered) {
      connection.isPaused = !isPausedByNode;
      socket.pause();
      socket.unshift(rest);
      return;
    }
    const end = rest.indexOf(endOfHead);
    let length = end < 0 ? rest.length : end + endOfHead.length;
    // Empty lines between requests, which the parser skips, are no heads: each call of the parser takes its time.
    while (rest[length] === lineFeed || rest[length] === carriageReturn) length++;
    if (length === rest.length) {
      parse(rest);
      return;
    }
    parse(rest.subarray(0, length));
    if (socket.destroyed) return;
    rest = rest.subarray(length);
  }
}
