import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { BlockList, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import type { Config } from '../config/config.ts';
import type { Admission } from './admission.ts';
import { boundedRequest, discardAfterAnswer } from './bounded-request.ts';
import { canonicalAddress, isTrusted, networksOf } from './client-ip.ts';
import type { CodeOf } from './error-codes.ts';
import { applyError, type ErrorResponse, errorResponse } from './error-response.ts';
import { badRequest, HttpError } from './errors.ts';
import { readHeadAsGet } from './head-requests.ts';
import { limitPipelining } from './limit-pipelining.ts';

/** Bytes of a body that is not a photo (docs/decisions/values.md). */
const bodyLimit = 64 * 1024;
/** Longer than the URLs that Node accepts, so that a long id is 400 and not 404. */
const maxParamLength = 16 * 1024;

/** Fastify options: limits, request ids and what is answered to malformed requests. */
export function serverOptions(log: FastifyBaseLogger, config: Config, admission: Admission): FastifyServerOptions<Server> {
  return {
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }), // recordResponses() writes one line instead
    bodyLimit,
    forceCloseConnections: 'idle',
    return503OnClosing: false, // requests during a shutdown are answered, see closeGracefully()
    exposeHeadRoutes: false, // they would run hooks and schemas of their own, see readHeadAsGet()
    rewriteUrl: readHeadAsGet,
    routerOptions: { maxParamLength },
    genReqId: (request) => requestId(request, config.trustedProxies),
    clientErrorHandler: handleClientError,
    serverFactory: (handle) => createHttpServer(admission, handle, config),
    frameworkErrors: (error, request, reply: FastifyReply) => {
      reply.send(applyError(request, reply, badRequest('malformed_url', error.message)));
    },
  };
}

/** UUIDs, hex digits: nothing that could inject text into a log. */
const safeId = /^[\w.-]{1,64}$/;

/** Takes X-Request-Id over from a trusted proxy, so that both log the same id, else generates one. */
function requestId({ headers, socket }: IncomingMessage, trusted: BlockList): string {
  const given = headers['x-request-id'];
  const isAccepted = typeof given === 'string' && safeId.test(given) && isTrusted(socket.remoteAddress ?? '', trusted);
  return isAccepted ? given : crypto.randomUUID();
}

/**
 * Above the first number idle connections are closed, above the second new ones are refused, above the third those of the same
 * network, unless it is a trusted proxy.
 */
const maxConnections = { keepingIdle: 4_000, accepted: 8_000, ofNetwork: 1_000 };

/** The timeouts of docs/rules.md, Timeouts. */
function createHttpServer(
  admission: Admission,
  handle: RequestListener,
  { photoMaxBytes, trustedProxies }: Pick<Config, 'photoMaxBytes' | 'trustedProxies'>,
): Server {
  const server = createServer(
    {
      IncomingMessage: boundedRequest(photoMaxBytes),
      headersTimeout: 10_000,
      requestTimeout: 60_000,
      keepAliveTimeout: 120_000,
      connectionsCheckingInterval: 1_000, // headersTimeout and requestTimeout are checked this often
      requireHostHeader: false, // Node's 400 would have no body
    },
    (request, response) => {
      discardAfterAnswer(request, response);
      admission.admit(request, response, handle);
    },
  );
  // Timeout of responses that the client does not read; longer than requestTimeout, which answers a stalled body.
  server.setTimeout(62_000);
  server.maxConnections = maxConnections.accepted;
  let connections = 0;
  const byNetwork = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    if (++connections > maxConnections.keepingIdle) server.closeIdleConnections();
    const { remoteAddress = '' } = socket;
    const [network] = networksOf(canonicalAddress(remoteAddress));
    const count = (change: number): number => {
      const now = (byNetwork.get(network) ?? 0) + change;
      if (now > 0) byNetwork.set(network, now);
      else byNetwork.delete(network);
      return now;
    };
    socket.once('close', () => {
      connections--;
      count(-1);
    });
    if (count(1) > maxConnections.ofNetwork && !isTrusted(remoteAddress, trustedProxies)) socket.destroy();
  });
  limitPipelining(server);
  return server;
}

/** What Node's parser refuses, by its error codes; all others are malformed. */
const parserErrors: Record<string, () => HttpError> = {
  ERR_HTTP_REQUEST_TIMEOUT: () => protocolError(408, 'request_timeout'),
  HPE_HEADER_OVERFLOW: () => protocolError(431, 'headers_too_large'),
};
const malformed = () => protocolError(400, 'malformed_request');

const protocolError = <const Status extends 400 | 404 | 408 | 431>(status: Status, code: CodeOf<Status>): HttpError =>
  new HttpError(status, code, STATUS_CODES[status]?.toLowerCase() ?? '');

/** An error of a connection; `rawPacket`: what was being parsed. */
type ClientError = Error & { code?: string; rawPacket?: unknown };

/** Answers a malformed request, after the answers to earlier requests of the connection. */
function handleClientError(error: ClientError, socket: Socket): void {
  const pending = lastResponse.get(socket);
  // If the error is in the body of that request, it will not be answered by its handler.
  if (pending?.req.complete) {
    pending.once('close', () => handleClientError(error, socket));
    return;
  }
  // A response without a socket waits for an earlier one of the connection, into which nothing else may be written.
  if (error.code === 'ECONNRESET' || !socket.writable || pending?.socket === null) {
    socket.destroy();
    return;
  }
  const packet = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1') : '';
  // Headers that the parser has refused are read from the packet.
  const accept = pending?.req.headers.accept ?? /^accept:([^\r\n]*)/im.exec(packet)?.[1];
  const answer = errorResponse((parserErrors[error.code ?? ''] ?? malformed)(), accept);
  // Clients take the body of an answer to HEAD for the next answer.
  endSocketWith(answer, socket, packet.startsWith('HEAD '));
}

/** Ends a request whose body does not come, and frees what it holds, with the 408 that Node gives after 60 s. */
export function endWithTimeout({ socket }: IncomingMessage): void {
  handleClientError(Object.assign(new Error('the body is too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
  socket.destroySoon(); // otherwise a client that does not close its side would keep the request
}

function endSocketWith({ status, headers, body }: ErrorResponse, socket: Duplex, isHead = false): void {
  const lines = Object.entries({ connection: 'close', ...headers, 'content-length': Buffer.byteLength(body) });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${isHead ? '' : body}`);
}

/** The last response of a connection that is not sent yet. */
const lastResponse = new WeakMap<Socket, ServerResponse>();

/** Answers requests that Node would answer itself or not at all. */
export function answerProtocolErrors({ server }: FastifyInstance): void {
  server.prependListener('request', ({ socket }, response) => {
    lastResponse.set(socket, response);
    response.on('close', () => {
      if (lastResponse.get(socket) === response) lastResponse.delete(socket);
    });
  });
  // Node answers unknown values of Expect with an empty 417.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', ({ headers }, socket) =>
    endSocketWith(errorResponse(protocolError(404, 'path_not_found'), headers.accept), socket),
  );
}
