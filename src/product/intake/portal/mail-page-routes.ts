import { attemptsOf, unsubscribesPerNetwork } from '../../../platform/http/rate-limits.ts';
import { originOf } from '../../../platform/http/request-origin.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { RouteDeps } from '../../../platform/module/module.ts';
import { answerPage } from './answer-page.ts';
import { renderMailGone, renderMailPage } from './page/mail-page.ts';
import { confirmAddress, endMails, findMailState } from './reporter-mail.ts';
import { MailKeyParams } from './reporter-schemas.ts';

/** The page behind the links in mails to reporters: opening it changes nothing, its buttons confirm the address and end the mails. */
export function mailPageRoutes(app: TypedFastify, { db, clock, config, rateLimiter }: RouteDeps): void {
  const publicPage = { public: true, hasSecretPath: true, rateLimit: unsubscribesPerNetwork } as const;
  const schema = { hide: true, params: MailKeyParams } as const;

  for (const path of ['/r/mail/:key', '/r/mail/:key/confirm', '/r/mail/:key/end'] as const) {
    app.get(path, { config: publicPage, schema }, async (request, reply) =>
      answerPage(
        config,
        request,
        reply,
        async (language) => {
          const { key } = request.params;
          const wantsToEnd = path.endsWith('/end');
          return {
            page: renderMailPage({
              language,
              branding: config.branding,
              key,
              state: await findMailState(db.read, key),
              wantsToEnd,
            }),
          };
        },
        renderMailGone,
      ),
    );
  }

  const buttons = [
    { path: '/r/mail/:key/confirm', change: confirmAddress },
    { path: '/r/mail/:key/end', change: endMails },
  ] as const;
  for (const { path, change } of buttons) {
    app.post(
      path,
      {
        // Programs for mail, which end the mails with one click (RFC 8058), send `Origin: null` and a body that says nothing more.
        config: { ...publicPage, ignoresBody: true, countsRateLimit: true, anyOrigin: true },
        schema,
      },
      async (request, reply) =>
        answerPage(
          config,
          request,
          reply,
          async (language) => {
            const { key } = request.params;
            const origin = originOf(request, config.trustedProxies);
            await rateLimiter.consume(attemptsOf(unsubscribesPerNetwork, origin), clock());
            await db.statement((writer) => change(writer, key, clock()));
            // A program does not follow redirects of a POST (RFC 8058).
            if (request.headers.accept?.includes('text/html')) return { location: `/r/mail/${key}?lang=${language}` };
            return {
              page: renderMailPage({
                language,
                branding: config.branding,
                key,
                state: await findMailState(db.read, key),
                wantsToEnd: false,
              }),
            };
          },
          renderMailGone,
        ),
    );
  }
}
