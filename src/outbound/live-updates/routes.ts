import type { FastifyReply } from 'fastify';
import { Gauge } from 'prom-client';
import type { Deps } from '../../platform/capability/deps.ts';
import type { Api } from '../../platform/http/typebox-app.ts';
import { prefix } from '../../platform/metrics/metrics.ts';
import { everyRole } from '../../product/auth/access.ts';
import { type Listener, TicketEventStream } from './event-stream.ts';

/** Bytes that somebody who does not read may leave with us. */
const patience = 64 * 1024;

/**
 * The console is told what changed, so that it need not ask again and again: a stream of
 * server-sent events (docs/api.md). It ends with the access token, or when the account may not be
 * used any more.
 */
export function liveRoutes(app: Api, deps: Deps): void {
  const live = new TicketEventStream(deps);
  gaugeStreams(deps, live);
  app.get('/ext/live', { config: { roles: everyRole, stream: true }, schema: { hide: true } }, async (request, reply) => {
    await request.accountCheck; // nothing is sent before it
    const { actor, claims } = request;
    request.releaseAccountPlace(); // a stream lasts for as long as somebody listens
    open(reply, live, { actor, version: claims.ver, expires: claims.exp * 1_000 });
    return reply;
  });
  app.addHook('preClose', async () => live.stop());
}

function gaugeStreams({ metrics }: Deps, live: TicketEventStream): void {
  new Gauge({
    name: `${prefix}live_streams`,
    help: 'Open streams of live updates',
    registers: [metrics.registry],
    collect() {
      this.set(live.size);
    },
  });
}

function open(reply: FastifyReply, live: TicketEventStream, who: Pick<Listener, 'actor' | 'version' | 'expires'>): void {
  reply.hijack();
  const { raw } = reply;
  if (raw.destroyed) return; // it hung up while its account was looked at: no event will tell of its end
  const write = (text: string): void => {
    if (raw.writableLength > patience) raw.destroy();
    else raw.write(text);
  };
  const listener: Listener = {
    ...who,
    changed: (ids) => write(`event: tickets\ndata: ${JSON.stringify({ ids })}\n\n`),
    beat: () => write(': \n\n'),
    end: () => raw.end(),
  };
  raw.on('close', () => live.remove(listener));
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no', // nginx would keep events back
  });
  write('event: hello\ndata: {}\n\n');
  live.add(listener);
}
