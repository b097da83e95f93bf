import type { BlockList } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { RequestOrigin } from '../audit/audit-log.ts';
import { clientIp } from './client-ip.ts';

/** Longer ones are cut off in the list of sessions. */
const maxUserAgentLength = 300;

/** Where a request came from, with the device that sent it. */
export interface DeviceOrigin extends RequestOrigin {
  userAgent: string;
}

/** The address of the client and the id of the request, for the audit log. */
export const originOf = ({ raw, id }: FastifyRequest, trustedProxies: BlockList): RequestOrigin => ({
  ip: clientIp(raw, trustedProxies),
  requestId: id,
});

/** As originOf(), with the User-Agent header, of which printable ASCII is kept: headers may hold control characters. */
export const deviceOf = (request: FastifyRequest, trustedProxies: BlockList): DeviceOrigin => ({
  ...originOf(request, trustedProxies),
  userAgent: (request.headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, maxUserAgentLength),
});
