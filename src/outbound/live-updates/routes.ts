import type { FastifyReply } from 'fastify';
import { tooManyAttempts } from '../../platform/http/errors.ts';
import type { TypedFastify } from '../../platform/http/typed-fastify.ts';
import type { LiveConnections, Send } from '../../platform/live-updates/live-connections.ts';
import type { Deps } from '../../platform/module/deps.ts';
import type { Module } from '../../platform/module/module.ts';
import { everyRole } from '../../product/identity/auth/access.ts';
import type { Actor } from '../../product/visibility.ts';
import { type Subscriber, TicketEventStream } from './event-stream.ts';

/** Of a console that does not read its stream; beyond them it is disconnected. */
const maxBufferedBytes = 64 * 1024;
/** For a tenant with too many streams. */
const retryAfterSeconds = 60;

/**
 * `GET /ext/live`: server-sent events that name the tickets which changed (docs/api.md, Live updates). The stream ends
 * with the token of the request, or when the account may not be used any more.
 */
export function liveRoutes(app: TypedFastify, deps: Deps): void {
  const stream = new TicketEventStream(deps);
  app.get('/ext/live', { config: { roles: everyRole, stream: true }, schema: { hide: true } }, async (request, reply) => {
    await request.accountCheck; // nothing may be sent before it has passed
    const { actor, tenant, claims, tokenScheme: scheme } = request;
    const checkAccess = actor.sender && request.checkAccess;
    request.releaseAccountSlot(); // a stream lasts for hours
    // Ending another account's stream would let consoles take them from each other without an end.
    if (stream.isFull({ actor, tenant })) throw tooManyAttempts(retryAfterSeconds, {}, 'too_many_streams');
    openStream(reply, deps, stream, { actor, tenant, token: { claims, scheme }, checkAccess });
    return reply;
  });
  deps.liveUpdates.onActingRightsChanged((senderId) => void stream.checkActing(senderId));
  app.addHook('preClose', async () => stream.stop());
}

function openStream(
  reply: FastifyReply,
  { liveUpdates: connections }: Pick<Deps, 'liveUpdates'>,
  stream: TicketEventStream,
  who: Pick<Subscriber, 'actor' | 'tenant' | 'token' | 'checkAccess'>,
): void {
  reply.hijack();
  const { raw } = reply;
  if (raw.destroyed) return; // disconnected during the account check: no close event will follow
  const write = (text: string): void => {
    if (raw.writableLength > maxBufferedBytes) raw.destroy();
    else if (!raw.writableEnded) raw.write(text);
  };
  const send = (event: string, data: object): void => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  const subscriber: Subscriber = {
    ...who,
    ticketsChanged: (ids) => send('tickets', { ids }),
    heartbeat: () => write(': \n\n'),
    end: () => raw.end(),
  };
  const disconnect = connect(connections, who.actor, send);
  raw.on('close', () => {
    disconnect();
    stream.remove(subscriber);
  });
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no', // nginx would buffer events
  });
  send('hello', {});
  stream.add(subscriber);
}

/** A console that acts for somebody gets the updates of that account, but of notifications those of its own inbox. */
function connect(connections: LiveConnections, { id, role, sender }: Actor, send: Send): () => void {
  if (!sender) return connections.add({ id, role }, send);
  const isNotification = (event: string): boolean => event === 'notifications';
  const disconnects = [
    connections.add({ id, role }, (event, data) => !isNotification(event) && send(event, data)),
    connections.add({ id: sender.id, role }, (event, data) => isNotification(event) && send(event, data)),
  ];
  return () => {
    for (const disconnect of disconnects) disconnect();
  };
}

export const liveUpdates: Module = {
  name: 'live updates',
  routes: liveRoutes,
  start: ({ notifications: listener, liveUpdates }) => {
    listener.on('tickets', (ticketId) => liveUpdates.ticketChanged(ticketId === undefined ? undefined : Number(ticketId)));
    listener.on('acting', (senderId) => liveUpdates.actingRightsChanged(senderId));
    // After a lost connection, the listener above lets everything be read again.
    listener.on('internal_comments', (ticketId) => ticketId !== undefined && liveUpdates.ticketChanged(Number(ticketId), true));
    return { stop: async () => {} };
  },
};
