import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that may wait for their answers; what comes after them stays in the socket. */
const maxUnanswered = 4;
const endOfHead = Buffer.from('\r\n\r\n');

interface Connection {
  unanswered: number;
  /** the rest of what has arrived is left in the socket until an answer was taken */
  isHeldBack: boolean;
}

const connections = new WeakMap<Socket, Connection>();

/**
 * Reads a connection no further than a few requests ahead. Node hands all that has arrived to its parser,
 * so that a caller who pipelines without reading answers fills the memory with requests. Here the parser
 * gets one request head at a time, and nothing while too many requests are unanswered: the socket is
 * paused, and the caller's own system holds the rest back.
 */
export function limitPipelining(server: Server): void {
  server.on('connection', (socket: Socket) => {
    const [parse] = socket.listeners('data') as ((chunk: Buffer) => void)[];
    if (!parse) throw new Error('the HTTP parser is expected to listen for data');
    const connection: Connection = { unanswered: 0, isHeldBack: false };
    connections.set(socket, connection);
    // Listening for data makes Node hand its bytes to the socket instead of the parser.
    socket.off('data', parse);
    socket.on('data', (chunk: Buffer) => readHeads(socket, connection, chunk, parse));
  });
  server.prependListener('request', ({ socket }, response) => {
    const connection = connections.get(socket);
    if (!connection) return;
    connection.unanswered++;
    response.on('close', () => {
      connection.unanswered--;
      if (!connection.isHeldBack) return;
      connection.isHeldBack = false;
      socket.resume();
    });
  });
}

function readHeads(socket: Socket, connection: Connection, chunk: Buffer, parse: (chunk: Buffer) => void): void {
  for (let rest = chunk; rest.length > 0; ) {
    // Node itself pauses while answers are not taken: its parser must get nothing then, and Node resumes the socket.
    const isPausedByNode = socket.isPaused();
    if (isPausedByNode || connection.unanswered >= maxUnanswered) {
      connection.isHeldBack = !isPausedByNode;
      socket.pause();
      socket.unshift(rest);
      return;
    }
    const end = rest.indexOf(endOfHead);
    const length = end < 0 ? rest.length : end + endOfHead.length;
    if (length === rest.length) {
      parse(rest);
      return;
    }
    parse(rest.subarray(0, length));
    if (socket.destroyed) return;
    rest = rest.subarray(length);
  }
}
