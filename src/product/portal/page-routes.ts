import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RouteDeps } from '../../platform/capability/capability.ts';
import type { ErrorCode } from '../../platform/http/error-codes.ts';
import { acceptsProblem, addVary, applyError } from '../../platform/http/error-response.ts';
import { HttpError } from '../../platform/http/errors.ts';
import { networkCaller } from '../../platform/http/fair-queue-key.ts';
import { idempotencyKeyOf } from '../../platform/http/idempotency/key.ts';
import { attemptsOf, portalReadsPerNetwork } from '../../platform/http/rate-limits.ts';
import { originOf } from '../../platform/http/request-origin.ts';
import { limits } from '../../platform/http/schemas.ts';
import type { TypedFastify } from '../../platform/http/typed-fastify.ts';
import { days } from '../../platform/lib/duration.ts';
import type { Language } from '../../platform/lib/languages.ts';
import { readShownAnnouncements } from '../announcements/queries.ts';
import { discardUploads } from '../photos/receive-upload.ts';
import { createPublicUploadReceiver } from '../photos/upload-receiver.ts';
import { answerReport, parseAnswer } from './answer-report.ts';
import { assetNames, readAsset } from './page/assets.ts';
import { renderFormPage, type TypedFields } from './page/form-page.ts';
import { pageLanguage } from './page/languages.ts';
import { renderGone } from './page/layout.ts';
import { renderStatusPage } from './page/status-page.ts';
import { newFormTicket, requireFormTicket } from './proof.ts';
import { countOpen, findPortal, findReport, findReporterView, headingOf, type OpenPortal } from './queries.ts';
import { formAttempts, reportsPerNetwork } from './report-limits.ts';
import { PortalParams, PortalReportParams } from './schemas.ts';
import { parseReportFields, submitReport } from './submit-report.ts';
import { pageTexts } from './texts/page-texts.ts';

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
const yearInSeconds = days(365) / 1_000;

/** The public pages, for people without an account. */
export async function pageRoutes(app: TypedFastify, deps: RouteDeps): Promise<void> {
  const { db, clock, config, rateLimiter } = deps;
  const receiveUploads = await createPublicUploadReceiver(app, config, 1);
  const receiveFields = await createPublicUploadReceiver(app, config, 0);
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
    '/r/:token',
    { config: { ...publicPage, rateLimit: portalReadsPerNetwork }, schema: { hide: true, params: PortalParams } },
    async (request, reply) =>
      answerPage(request, reply, async (language) => {
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
      answerPage(request, reply, async (language) => {
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
              return await submitReport(deps, { portal, fields, uploads, requireProof, key }, caller.isGone);
            } finally {
              await discardUploads(uploads);
            }
          });
          if (report.isRepeated) reply.header('idempotency-replayed', 'true');
          return { location: `/r/${token}/${report.id}?lang=${language}` };
        } catch (error) {
          if (!(error instanceof HttpError) || error.status === 404 || acceptsProblem(request.headers.accept)) throw error;
          const page = await formPage(language, token, portal, { typed, error: errorText(language, error) });
          return { page, error };
        }
      }),
  );

  app.get(
    '/r/:token/:report',
    { config: { ...publicPage, rateLimit: portalReadsPerNetwork }, schema: { hide: true, params: PortalReportParams } },
    async (request, reply) =>
      answerPage(request, reply, async (language) => {
        const { token, report } = request.params;
        return { page: await statusPage(language, token, report) };
      }),
  );

  // Where an answer was not taken, the browser is at this address.
  app.get(
    '/r/:token/:report/appointment',
    { config: { ...publicPage, rateLimit: portalReadsPerNetwork }, schema: { hide: true, params: PortalReportParams } },
    async (request, reply) =>
      answerPage(request, reply, async (language) => {
        const { token, report } = request.params;
        await findReport(db.read, token, report);
        return { location: `/r/${token}/${report}?lang=${language}` };
      }),
  );

  app.post(
    '/r/:token/:report/appointment',
    {
      config: { ...publicPage, rateLimit: reportsPerNetwork(config), countsRateLimit: true, multipart: true },
      schema: { hide: true, params: PortalReportParams },
    },
    async (request, reply) =>
      answerPage(request, reply, async (language) => {
        const { token, report } = request.params;
        try {
          await rateLimiter.consume(attemptsOf(reportsPerNetwork(config), originOf(request, config.trustedProxies)), clock());
          const caller = networkCaller(request, config.trustedProxies);
          const given = await receiveFields(request, caller, async ({ fields }) => fields);
          const answer = parseAnswer(given);
          await db.transaction((tx) => answerReport(tx, deps, token, report, answer, clock()));
          return { location: `/r/${token}/${report}?lang=${language}` };
        } catch (error) {
          if (!(error instanceof HttpError) || error.status === 404 || acceptsProblem(request.headers.accept)) throw error;
          return { page: await statusPage(language, token, report, answerError(language, error)), error };
        }
      }),
  );

  async function statusPage(language: Language, token: string, id: string, error?: string): Promise<string> {
    const view = await findReporterView(db.read, token, id, clock());
    return renderStatusPage({ language, token, id, ...(error !== undefined && { error }) }, view);
  }

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
      token,
      object: headingOf(portal),
      equipment: portal.equipment,
      announcements,
      open,
      formTicket,
      maxPhotoBytes,
      ...retry,
    });
  }
}

type Answer = { page: string; error?: HttpError } | { location: string };

/** Answers a page, or a redirect; an address that is not valid gets a page as well, unless a program asks. */
async function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  render: (language: Language) => Promise<Answer>,
): Promise<FastifyReply> {
  const { lang } = request.query as { lang?: unknown };
  const language = pageLanguage(lang, request.headers['accept-language']);
  const answer = await render(language).catch((error): Answer => {
    if (!(error instanceof HttpError) || error.status !== 404 || acceptsProblem(request.headers.accept)) throw error;
    return { page: renderGone(language), error };
  });
  if ('location' in answer) return reply.redirect(answer.location, 303);
  if (answer.error) applyError(request, reply, answer.error);
  addVary(reply, 'Accept-Language');
  return reply
    .headers({ 'content-security-policy': policy, 'referrer-policy': 'same-origin' })
    .type('text/html; charset=utf-8')
    .send(answer.page);
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
  return { text: text('text'), category: text('category'), floor: text('floor'), contact: text('contact') };
}

/** What can be wrong with the file of a form. */
const photoCodes: ReadonlySet<ErrorCode> = new Set(['not_a_photo', 'file_damaged', 'file_too_large', 'multipart_required']);

function errorText(language: Language, { status, code, errors: fields }: HttpError): string {
  const { errors } = pageTexts[language];
  if (status === 429) return errors.tooMany;
  if (status === 409) return errors.sent;
  if (status !== 400) return errors.failed;
  if (code === 'invalid_proof' || code === 'used_proof') return errors.proof;
  const isAboutPhoto = photoCodes.has(code) || fields.some(({ pointer }) => pointer === '#/photo');
  return isAboutPhoto ? errors.photo : errors.invalid;
}

function answerError(language: Language, { status, errors: fields }: HttpError): string {
  const { errors, appointment } = pageTexts[language];
  if (status === 429) return appointment.errors.tooMany;
  if (status === 409) return appointment.errors.changed;
  if (status !== 400) return errors.failed;
  if (fields.some(({ pointer }) => pointer === '#/note')) return appointment.errors.note(limits.reason);
  return appointment.errors.choose;
}
