import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { badRequest, methodNotAllowed } from '../../../platform/http/errors.ts';
import { notModified, responses } from '../../../platform/http/openapi.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { Module, RouteDeps } from '../../../platform/module/module.ts';
import { everyRole } from '../../identity/auth/access.ts';
import type { ApiCall, McpCaller } from './tools.ts';

/** Of the message, not of the operations that a tool calls. */
const headersOfMessage = [
  'content-length',
  'content-type',
  'transfer-encoding',
  'expect',
  'accept',
  'idempotency-key',
  'if-match',
];

export function mcpRoutes(app: TypedFastify, _deps: RouteDeps): void {
  app.post(
    '/ext/mcp',
    {
      config: { roles: everyRole },
      schema: {
        summary: 'Speak the Model Context Protocol',
        description:
          'Streamable HTTP without sessions: the body is a JSON-RPC message, the answer another one, or 202 for a notification. Tools search, ' +
          'read, create, comment on, confirm, reject and count tickets with the rights of the API token; one of the scope `read` has no ' +
          'tools that write.',
        response: {
          ...responses(200, Type.Object({}, { title: 'McpMessage', additionalProperties: true }), 400, 401, 403),
          202: { ...notModified, 'x-response-description': 'The notification was taken.' },
        },
      },
      serializerCompiler: () => JSON.stringify,
    },
    async (request, reply) => {
      request.releaseAccountSlot(); // the operations take their own, and several messages would wait for each other
      const { answerMessage } = await import('./server.ts'); // loaded when it is used: a start would take longer
      const { status, message } = await answerMessage(callerOf(app, request), request.body);
      if (status >= 400) throw badRequest('mcp_message_invalid', message.error?.message ?? 'the message is not valid');
      // The protocol asks for no body then, and null would be one.
      return status === 202 ? reply.code(202).send() : reply.send(message);
    },
  );

  // The protocol asks for 405 where a server has no stream of its own.
  app.get('/ext/mcp', { config: { roles: everyRole }, schema: { hide: true } }, () => {
    throw methodNotAllowed('send messages with POST', 'POST');
  });
}

/** Tools call operations as the caller does, so that every right, limit and entry of a journal is that of the operation. */
function callerOf(app: FastifyInstance, request: FastifyRequest): McpCaller {
  const own = Object.entries(request.headers).filter(([name]) => !headersOfMessage.includes(name));
  const headers = Object.fromEntries(own);
  const call: ApiCall = async (method, url, body) => {
    const answer = await app.inject({
      method,
      url,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      remoteAddress: request.socket.remoteAddress ?? '',
      ...(body && { payload: JSON.stringify(body) }),
    });
    return { isError: answer.statusCode >= 400, text: answer.payload };
  };
  const { claims, tokenScheme, actor } = request;
  const mayWrite = tokenScheme.refusalOf?.(claims, { method: 'POST', path: '/tickets' }) === undefined;
  return { call, role: actor.role, mayWrite };
}

/** The Model Context Protocol: operations as tools of language models (docs/mcp.md). */
export const mcp: Module = { name: 'mcp', tag: 'system', routes: mcpRoutes };
