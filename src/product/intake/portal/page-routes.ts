import type { ErrorCode } from '../../../platform/http/error-codes.ts';
import type { HttpError } from '../../../platform/http/errors.ts';
import { networkCaller } from '../../../platform/http/fair-queue-key.ts';
import { idempotencyKeyOf } from '../../../platform/http/idempotency/key.ts';
import { attemptsOf, portalReadsPerNetwork } from '../../../platform/http/rate-limits.ts';
import { originOf } from '../../../platform/http/request-origin.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import { days } from '../../../platform/lib/duration.ts';
import type { Language } from '../../../platform/lib/languages.ts';
import type { RouteDeps } from '../../../platform/module/module.ts';
import { discardUploads } from '../../files/photos/receive-upload.ts';
import { createPublicUploadReceiver } from '../../files/photos/upload-receiver.ts';
import { readShownAnnouncements } from '../../places/announcements/queries.ts';
import { answerPage, isShown } from './answer-page.ts';
import { assetNames, readAsset } from './page/assets.ts';
import { brandStyles, brandStylesPath } from './page/brand.ts';
import { renderFormPage, type TypedFields } from './page/form-page.ts';
import { newFormTicket, requireFormTicket } from './proof.ts';
import { countOpen, findPortal, headingOf, type OpenPortal } from './queries.ts';
import { formAttempts, reportsPerNetwork } from './report-limits.ts';
import { PortalParams } from './schemas.ts';
import { parseReportFields, submitReport } from './submit-report.ts';
import { pageTexts } from './texts/page-texts.ts';

const yearInSeconds = days(365) / 1_000;

/** The public pages, for people without an account. */
export async function pageRoutes(app: TypedFastify, deps: RouteDeps): Promise<void> {
  const { db, clock, config, rateLimiter } = deps;
  const receiveUploads = await createPublicUploadReceiver(app, config, 1);
  const publicPage = { public: true, hasSecretPath: true } as const;

  for (const name of assetNames) {
    app.get(
      `/r/${name}`,
      { config: { public: true, unlimited: 'a file from memory' }, schema: { hide: true } },
      (_request, reply) => {
        const { content, contentType } = readAsset(name);
        return reply.header('cache-control', `public, max-age=${yearInSeconds}, immutable`).type(contentType).send(content);
      },
    );
  }

  app.get(
    brandStylesPath,
    { config: { public: true, unlimited: 'a few lines from memory' }, schema: { hide: true } },
    (_request, reply) => {
      const { color } = config.branding;
      // Another colour has another address in pages.
      reply.header('cache-control', `public, max-age=${yearInSeconds}`).type('text/css; charset=utf-8');
      return reply.send(color === undefined ? '' : brandStyles(color));
    },
  );

  app.get(
    '/r/:token',
    { config: { ...publicPage, rateLimit: portalReadsPerNetwork }, schema: { hide: true, params: PortalParams } },
    async (request, reply) =>
      answerPage(config, request, reply, async (language) => {
        const portal = await findPortal(db.read, request.params.token);
        return { page: await formPage(language, request.params.token, portal) };
      }),
  );

  app.post(
    '/r/:token',
    {
      config: { ...publicPage, rateLimit: reportsPerNetwork(config), countsRateLimit: true, multipart: true },
      schema: { hide: true, params: PortalParams },
    },
    async (request, reply) =>
      answerPage(config, request, reply, async (language) => {
        const { token } = request.params;
        const { portalProof } = config;
        const origin = originOf(request, config.trustedProxies);
        const attempts = portalProof ? formAttempts(config, origin) : attemptsOf(reportsPerNetwork(config), origin);
        const refusal = await rateLimiter.consume(attempts, clock()).then(
          () => undefined,
          (error: Error) => error,
        );
        // A token that is not valid counts as well, so that tokens cannot be tried without end.
        const portal = await findPortal(db.read, token).catch((error) => {
          throw refusal ?? error;
        });
        let typed: TypedFields = {};
        try {
          if (refusal) throw refusal;
          const caller = networkCaller(request, config.trustedProxies);
          const givenKey = idempotencyKeyOf(request);
          const report = await receiveUploads(request, caller, async ({ uploads, fields: given }) => {
            try {
              typed = typedFields(given);
              const key = givenKey ?? keyOfForm(given.get('ticket'));
              const requireProof = () =>
                portalProof ? requireFormTicket(config, portal.id, given.get('ticket'), clock()) : undefined;
              const fields = parseReportFields(given);
              return await submitReport(deps, { portal, fields, uploads, requireProof, key, language }, caller.isGone);
            } finally {
              await discardUploads(uploads);
            }
          });
          if (report.isRepeated) reply.header('idempotency-replayed', 'true');
          return { location: `/r/${token}/${report.id}?lang=${language}` };
        } catch (error) {
          if (!isShown(request, error) || error.status === 404) throw error;
          const page = await formPage(language, token, portal, { typed, error: errorText(language, error) });
          return { page, error };
        }
      }),
  );

  async function formPage(
    language: Language,
    token: string,
    portal: OpenPortal,
    retry: { typed?: TypedFields; error?: string } = {},
  ): Promise<string> {
    const announcements = await readShownAnnouncements(db.read, portal.object_id, clock());
    const open = await countOpen(db.read, portal);
    const formTicket = newFormTicket(config, portal.id, clock());
    const { photoMaxBytes: maxPhotoBytes } = config;
    return renderFormPage({
      language,
      branding: config.branding,
      token,
      object: headingOf(portal),
      equipment: portal.equipment,
      announcements,
      open,
      formTicket,
      maxPhotoBytes,
      takesEmail: config.smtp !== undefined,
      ...retry,
    });
  }
}

/**
 * The key of a form without a script, which a browser sends again on a reload or after a lost answer: it then leads to the report that
 * it has made. No Idempotency-Key of a header has a space.
 */
const keyOfForm = (ticket: unknown): string | undefined =>
  typeof ticket === 'string' && ticket !== '' ? `form ${ticket}` : undefined;

function typedFields(given: ReadonlyMap<string, unknown>): TypedFields {
  const text = (name: string): string => {
    const value = given.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { text: text('text'), category: text('category'), floor: text('floor'), contact: text('contact'), email: text('email') };
}

/** What can be wrong with the file of a form. */
const photoCodes: ReadonlySet<ErrorCode> = new Set(['not_a_photo', 'file_damaged', 'file_too_large', 'multipart_required']);

function errorText(language: Language, { status, code, errors: fields }: HttpError): string {
  const { errors } = pageTexts[language];
  if (status === 429) return errors.tooMany;
  if (status === 409) return errors.sent;
  if (status !== 400) return errors.failed;
  if (code === 'invalid_proof' || code === 'used_proof') return errors.proof;
  if (fields.some(({ pointer }) => pointer === '#/email')) return errors.email;
  const isAboutPhoto = photoCodes.has(code) || fields.some(({ pointer }) => pointer === '#/photo');
  return isAboutPhoto ? errors.photo : errors.invalid;
}
