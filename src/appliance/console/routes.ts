import { existsSync, globSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../platform/http/errors.ts';
import { permissionsPolicy } from '../../platform/http/response-headers.ts';
import type { Storage } from '../../platform/storage/storage.ts';

/** The built console. */
export const distFolder = join(import.meta.dirname, '..', '..', '..', 'web', 'dist');
const hidden = { schema: { hide: true } };
const yearInSeconds = 365 * 86_400;

/** Serves the console under /app/ if it was built (`npm run console`). @param storage of the photos, which pages show */
export async function consoleRoutes(
  app: FastifyInstance,
  storage: Pick<Storage, 'linkPrefix'>,
  root = distFolder,
): Promise<void> {
  if (!existsSync(join(root, 'index.html'))) return;
  const files = new Set(globSync('**/*.*', { cwd: root, exclude: ['.vite'] }).map((file) => file.split(sep).join('/')));
  const policy = contentSecurityPolicy(await storage.linkPrefix());
  await app.register(fastifyStatic, { root, serve: false, preCompressed: true });

  app.get('/', hidden, (request, reply) => {
    if (!request.headers.accept?.includes('text/html')) throw notFound('path'); // for programs it is no operation
    return reply.redirect('/app/');
  });
  app.get('/app', hidden, (_request, reply) => reply.redirect('/app/'));
  app.get<{ Params: { '*': string } }>('/app/*', hidden, (request, reply) => {
    const path = request.params['*'];
    if (!files.has(path) && isNewAsset(root, path)) files.add(path);
    if (path !== 'index.html' && files.has(path)) return sendAsset(reply.header('content-security-policy', policy), path);
    // The console routes its pages itself, so each of them is index.html; a missing file is a 404. The service worker
    // requests /app/ without an Accept header for HTML.
    if (path !== '' && (path.startsWith('assets/') || !wantsPage(request, path))) throw notFound('path');
    return reply
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache', 'referrer-policy': 'same-origin' })
      .header('permissions-policy', permissionsPolicy('(self)'))
      .sendFile('index.html', { cacheControl: false });
  });
}

/** Whether a file of the console was built after the start: its page, which is read for each request, names it already. */
const isNewAsset = (root: string, path: string): boolean => /^assets\/[\w.-]+$/.test(path) && existsSync(join(root, path));

/** Previews of links and programs that check links accept everything, or do not say what. Pages have no dot in their paths. */
const wantsPage = ({ headers: { accept = '*/*' } }: FastifyRequest, path: string): boolean =>
  accept.includes('text/html') || (accept.includes('*/*') && !path.includes('.'));

/** Built files have a hash of their content in their names and are cached for a year; others are revalidated. */
function sendAsset(reply: FastifyReply, path: string): FastifyReply {
  const cacheControl = path.startsWith('assets/') ? `public, max-age=${yearInSeconds}, immutable` : 'no-cache';
  return reply.header('cache-control', cacheControl).sendFile(path, { cacheControl: false });
}

/** Allows only files of this origin, nothing inline, and photos also from the bucket. @param photoPrefix of their links */
function contentSecurityPolicy(photoPrefix = ''): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' blob: ${photoPrefix}`.trimEnd(),
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
