import { createServer, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import type { Config } from '../config/config.ts';
import type { Admission, Handler } from './admission.ts';
import { limitPipelining } from './pipelining.ts';
import { requestIds } from './request-id.ts';

/** Bytes of a body that is not a photo (docs/decisions/values.md). */
const bodyLimit = 64 * 1024;
/** Longer than any header that Node lets through, so that a long id is malformed, not unknown. */
const longestParameter = 16 * 1024;

/** The timeouts of docs/rules.md, Timeouts, and other words where the framework's own would not do. */
export function serverOptions(
  log: FastifyBaseLogger,
  { trustedProxies }: Config,
  admission: Admission,
): FastifyServerOptions<Server> {
  return {
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }), // logResponses() writes one line instead
    bodyLimit,
    forceCloseConnections: 'idle',
    return503OnClosing: false, // what has reached us is answered, see closeGracefully()
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: longestParameter },
    genReqId: requestIds(trustedProxies),
    clientErrorHandler: refuseAtSocket,
    serverFactory: (handle) => createHttpServer(admission, handle),
    frameworkErrors: (error, _request, reply) => {
      (reply as FastifyReply).code(400).send({ error: error.message });
    },
  };
}

/** Open connections above which idle ones are closed, and above which no more are accepted. */
const maxConnections = { beforeIdleAreClosed: 4_000, accepted: 8_000 };

function createHttpServer(admission: Admission, handle: Handler): Server {
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 60_000,
      keepAliveTimeout: 120_000,
      connectionsCheckingInterval: 1_000, // Node looks for slow requests only this often
      requireHostHeader: false, // Node's own refusal has no body, and nothing here trusts Host
    },
    (request, response) => admission.admit(request, response, handle),
  );
  // A socket on which nothing moves: the write timeout. It lets the one for requests answer first,
  // when a body stalls, and is noticed within a second.
  server.setTimeout(62_000);
  server.maxConnections = maxConnections.accepted;
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    if (++connections > maxConnections.beforeIdleAreClosed) server.closeIdleConnections();
    socket.once('close', () => connections--);
  });
  limitPipelining(server);
  return server;
}

/**
 * What Node finds broken before there is a request gets the same envelope as everything else,
 * after the answers to what came before it on the same connection.
 */
function refuseAtSocket(error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void {
  const pending = unanswered.get(socket);
  // A request whose own body is broken has no answer to wait for.
  if (pending?.req.complete) {
    pending.once('close', () => refuseAtSocket(error, socket));
    return;
  }
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  // An answer to HEAD that has a body is taken for the beginning of the next one.
  const isHead = Buffer.isBuffer(error.rawPacket) && error.rawPacket.toString('latin1', 0, 5) === 'HEAD ';
  refuseWith(socketStatus(error.code), socket, isHead);
}

function refuseWith(status: number, socket: Socket | Duplex, isHead = false): void {
  const body = JSON.stringify({ error: STATUS_CODES[status]?.toLowerCase() });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${isHead ? '' : body}`,
  );
}

function socketStatus(code: string | undefined): number {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
}

/** The last answer that a connection still waits for. */
const unanswered = new WeakMap<Socket, ServerResponse>();

/** Requests that Node would answer by itself, or not at all. */
export function answerOddRequests({ server }: FastifyInstance): void {
  server.prependListener('request', ({ socket }, response) => {
    unanswered.set(socket, response);
    response.on('close', () => {
      if (unanswered.get(socket) === response) unanswered.delete(socket);
    });
  });
  // `Expect: something` would get an empty 417.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) => refuseWith(404, socket));
}
