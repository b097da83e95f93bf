import type { Tx } from '../../../platform/database/database.ts';
import type { HttpError } from '../../../platform/http/errors.ts';
import { networkCaller } from '../../../platform/http/fair-queue-key.ts';
import { attemptsOf, portalReadsPerNetwork } from '../../../platform/http/rate-limits.ts';
import { originOf } from '../../../platform/http/request-origin.ts';
import { limits } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { Language } from '../../../platform/lib/languages.ts';
import type { RouteDeps } from '../../../platform/module/module.ts';
import type { UploadsForm } from '../../files/photos/receive-upload.ts';
import { createPublicUploadReceiver } from '../../files/photos/upload-receiver.ts';
import { answerPage, isShown } from './answer-page.ts';
import { answerReport, parseAnswer } from './answer-report.ts';
import { type FormProblem, renderStatusPage } from './page/status-page.ts';
import { findReport } from './queries.ts';
import { parseRating, rateReport } from './rate-report.ts';
import { reportsPerNetwork } from './report-limits.ts';
import { keyOfMessageForm, parseMessage, sendMessage } from './reporter-messages.ts';
import { maxReporterText } from './reporter-schemas.ts';
import { findReporterView } from './reporter-view.ts';
import { PortalReportParams } from './schemas.ts';
import { pageTexts } from './texts/page-texts.ts';

/** A form on the page of a report. */
interface ReportForm {
  name: FormProblem['form'];
  /** @returns what stores it @throws 400 */
  parse: (fields: UploadsForm['fields']) => (tx: Tx, token: string, id: string, now: Date) => Promise<unknown>;
  /** why it was not taken */
  errorText: (language: Language, error: HttpError) => string;
}

/** The page of a report, with the forms of its reporter; all of them work without a script. */
export async function reportPageRoutes(app: TypedFastify, deps: RouteDeps): Promise<void> {
  const { db, clock, config, rateLimiter, storage, links } = deps;
  const receiveFields = await createPublicUploadReceiver(app, config, 0);
  const publicPage = { public: true, hasSecretPath: true } as const;
  const schema = { hide: true, params: PortalReportParams } as const;

  app.get('/r/:token/:report', { config: { ...publicPage, rateLimit: portalReadsPerNetwork }, schema }, async (request, reply) =>
    answerPage(config, request, reply, async (language) => {
      const { token, report } = request.params;
      return { page: await statusPage(language, token, report) };
    }),
  );

  const forms: ReportForm[] = [
    {
      name: 'appointment',
      parse: (fields) => {
        const answer = parseAnswer(fields);
        return (tx, token, id, now) => answerReport(tx, deps, token, id, answer, now);
      },
      errorText: appointmentError,
    },
    {
      name: 'messages',
      parse: (fields) => {
        const message = parseMessage(fields);
        const key = keyOfMessageForm(fields);
        return (tx, token, id, now) => sendMessage(tx, deps, token, id, message, key, now);
      },
      errorText: messageError,
    },
    {
      name: 'rating',
      parse: (fields) => {
        const rating = parseRating(fields);
        return (tx, token, id, now) => rateReport(tx, deps, token, id, rating, now);
      },
      errorText: ratingError,
    },
  ];
  for (const form of forms) formRoutes(form);

  function formRoutes({ name, parse, errorText }: ReportForm): void {
    const path = `/r/:token/:report/${name}` as const;

    // Where a form was not taken, the browser is at this address.
    app.get(path, { config: { ...publicPage, rateLimit: portalReadsPerNetwork }, schema }, async (request, reply) =>
      answerPage(config, request, reply, async (language) => {
        const { token, report } = request.params;
        await findReport(db.read, token, report);
        return { location: `/r/${token}/${report}?lang=${language}` };
      }),
    );

    app.post(
      path,
      { config: { ...publicPage, rateLimit: reportsPerNetwork(config), countsRateLimit: true, multipart: true }, schema },
      async (request, reply) =>
        answerPage(config, request, reply, async (language) => {
          const { token, report } = request.params;
          let typed = '';
          try {
            await rateLimiter.consume(attemptsOf(reportsPerNetwork(config), originOf(request, config.trustedProxies)), clock());
            const caller = networkCaller(request, config.trustedProxies);
            const fields = await receiveFields(request, caller, async ({ fields: given }) => given);
            const text = fields.get('text');
            if (typeof text === 'string') typed = text;
            const store = parse(fields);
            await db.transaction((tx) => store(tx, token, report, clock()));
            return { location: `/r/${token}/${report}?lang=${language}` };
          } catch (error) {
            if (!isShown(request, error) || error.status === 404) throw error;
            const problem = { form: name, error: errorText(language, error), typed };
            return { page: await statusPage(language, token, report, problem), error };
          }
        }),
    );
  }

  async function statusPage(language: Language, token: string, id: string, problem?: FormProblem): Promise<string> {
    // The policy of the page permits pictures of its own origin only, which need not be that of PUBLIC_URL.
    const options = { storage, links, now: clock(), baseUrl: '' };
    const view = await findReporterView(db.read, token, id, options);
    return renderStatusPage({ language, branding: config.branding, token, id, ...(problem && { problem }) }, view);
  }
}

function appointmentError(language: Language, { status, errors: fields }: HttpError): string {
  const { errors, appointment } = pageTexts[language];
  if (status === 429) return appointment.errors.tooMany;
  if (status === 409) return appointment.errors.changed;
  if (status !== 400) return errors.failed;
  if (fields.some(({ pointer }) => pointer === '#/note')) return appointment.errors.note(limits.reason);
  return appointment.errors.choose;
}

function messageError(language: Language, { status }: HttpError): string {
  const { errors, messages } = pageTexts[language];
  if (status === 429) return messages.errors.tooMany;
  if (status === 409) return messages.errors.closed;
  return status === 400 ? messages.errors.text(maxReporterText) : errors.failed;
}

function ratingError(language: Language, { status, code, errors: fields }: HttpError): string {
  const { errors, messages, rating } = pageTexts[language];
  if (status === 429) return messages.errors.tooMany;
  if (status === 409) return code === 'already_rated' ? rating.errors.already : rating.errors.notClosed;
  if (status !== 400) return errors.failed;
  if (fields.some(({ pointer }) => pointer === '#/text')) return rating.errors.text(maxReporterText);
  return rating.errors.choose;
}
