import { existsSync, globSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config/config.ts';
import { notFound } from '../../platform/http/errors.ts';

const folder = join(import.meta.dirname, '..', '..', '..', 'web', 'dist');
const hidden = { schema: { hide: true } };
const days = 86_400;

/** The console under /app/, as far as it was built (`npm run console`). */
export async function consoleRoutes(app: FastifyInstance, config: Config, root = folder): Promise<void> {
  if (!existsSync(join(root, 'index.html'))) return;
  const files = new Set(globSync('**/*.*', { cwd: root, exclude: ['.vite'] }).map((file) => file.split(sep).join('/')));
  const policy = policyFor(config);
  await app.register(fastifyStatic, { root, serve: false, preCompressed: true });

  app.get('/', hidden, (request, reply) => {
    if (!wantsPage(request)) throw notFound('path');
    return reply.redirect('/app/');
  });
  app.get('/app', hidden, (_request, reply) => reply.redirect('/app/'));
  app.get<{ Params: { '*': string } }>('/app/*', hidden, (request, reply) => {
    const path = request.params['*'];
    if (path !== 'index.html' && files.has(path)) return sendAsset(reply.header('content-security-policy', policy), path);
    // Pages are the console's own affair; a file that is missing is missing.
    // The first one is asked for by its name, also by the service worker.
    if (path !== '' && (path.startsWith('assets/') || !wantsPage(request))) throw notFound('path');
    return reply
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache', 'referrer-policy': 'same-origin' })
      .sendFile('index.html', { cacheControl: false });
  });
}

const wantsPage = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') ?? false;

/** Names of built files change with their content; the others are asked for again each time. */
function sendAsset(reply: FastifyReply, path: string): FastifyReply {
  const lasting = path.startsWith('assets/') ? `public, max-age=${365 * days}, immutable` : 'no-cache';
  return reply.header('cache-control', lasting).sendFile(path, { cacheControl: false });
}

/** Everything from here, nothing inline; photos also from the S3 server that they lie on. */
function policyFor({ s3 }: Config): string {
  const photos = s3 ? ` ${photoOrigins(s3)}` : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' blob:${photos}`,
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function photoOrigins({ endpoint, bucket, forcePathStyle }: NonNullable<Config['s3']>): string {
  if (!endpoint) return 'https://*.amazonaws.com'; // which host it is, the SDK decides by region
  const base = new URL(endpoint);
  if (!forcePathStyle) base.hostname = `${bucket}.${base.hostname}`;
  return base.origin;
}
