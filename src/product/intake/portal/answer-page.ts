import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Branding } from '../../../platform/config/branding.ts';
import type { Config } from '../../../platform/config/config.ts';
import { acceptsProblem, addVary, applyError } from '../../../platform/http/error-response.ts';
import { HttpError } from '../../../platform/http/errors.ts';
import type { Language } from '../../../platform/lib/languages.ts';
import { pageLanguage } from './page/languages.ts';
import { renderGone } from './page/layout.ts';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A page, with the error that it tells of, or where the browser goes instead. */
type PageAnswer = { page: string; error?: HttpError } | { location: string };

/**
 * Answers a page, or a redirect; an address that is not valid gets a page as well, unless a program asks.
 * @param gone the page for such an address
 */
export async function answerPage(
  { branding }: Pick<Config, 'branding'>,
  request: FastifyRequest,
  reply: FastifyReply,
  render: (language: Language) => Promise<PageAnswer>,
  gone: (language: Language, branding: Branding) => string = renderGone,
): Promise<FastifyReply> {
  const { lang } = request.query as { lang?: unknown };
  const language = pageLanguage(lang, request.headers['accept-language']);
  const answer = await render(language).catch((error): PageAnswer => {
    if (!isShown(request, error) || error.status !== 404) throw error;
    return { page: gone(language, branding), error };
  });
  if ('location' in answer) return reply.redirect(answer.location, 303);
  if (answer.error) applyError(request, reply, answer.error);
  addVary(reply, 'Accept-Language');
  return reply
    .headers({ 'content-security-policy': policy, 'referrer-policy': 'same-origin' })
    .type('text/html; charset=utf-8')
    .send(answer.page);
}

/** Whether a page tells of an error, and not the answer for programs. */
export const isShown = ({ headers }: FastifyRequest, error: unknown): error is HttpError =>
  error instanceof HttpError && !acceptsProblem(headers.accept);
