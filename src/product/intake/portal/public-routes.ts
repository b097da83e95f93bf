import { networkCaller } from '../../../platform/http/fair-queue-key.ts';
import { idempotencyKeyOf } from '../../../platform/http/idempotency/key.ts';
import { responses } from '../../../platform/http/openapi.ts';
import { publicUrlOf } from '../../../platform/http/public-url.ts';
import { portalReadsPerNetwork } from '../../../platform/http/rate-limits.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import type { RouteDeps } from '../../../platform/module/module.ts';
import { discardUploads } from '../../files/photos/receive-upload.ts';
import { createPublicUploadReceiver } from '../../files/photos/upload-receiver.ts';
import { readShownAnnouncements } from '../../places/announcements/queries.ts';
import { answerReport } from './answer-report.ts';
import { pageLanguage } from './page/languages.ts';
import { portalUrl } from './portal-token.ts';
import { newChallenge, requireWork } from './proof.ts';
import { countOpen, findPortal, findReport, findReportAppointment } from './queries.ts';
import { rateReport } from './rate-report.ts';
import { reportsPerNetwork } from './report-limits.ts';
import { sendMessage } from './reporter-messages.ts';
import { RateReport, ReporterMessage, ReportRating, SendMessage } from './reporter-schemas.ts';
import {
  AnswerAppointment,
  maxReportPhotos,
  Portal,
  PortalParams,
  PublicReportParams,
  ReporterAppointment,
  ReportForm,
  reportLimits,
  SubmittedReport,
} from './schemas.ts';
import { parseReportFields, submitReport } from './submit-report.ts';

/** The operations of everybody who has the address of a portal. */
export async function publicRoutes(app: TypedFastify, deps: RouteDeps): Promise<void> {
  const { db, clock, config } = deps;
  const receiveUploads = await createPublicUploadReceiver(app, config, maxReportPhotos);

  app.get(
    '/ext/portal/:token',
    {
      config: { public: true, rateLimit: portalReadsPerNetwork, hasSecretPath: true },
      schema: {
        summary: 'Read a portal',
        description: 'Tells of the object, or of the equipment, and how much is reported already.',
        params: PortalParams,
        response: responses(200, Portal, 403, 404, 429),
      },
    },
    async (request) => {
      const portal = await findPortal(db.read, request.params.token);
      const { id, name, address, equipment } = portal;
      const announcements = await readShownAnnouncements(db.read, portal.object_id, clock());
      const open = await countOpen(db.read, portal);
      const challenge = config.portalProof ? await newChallenge(config, id, clock()) : null;
      return { object: { name, address }, equipment, announcements, open, challenge };
    },
  );

  app.post(
    '/ext/portal/:token/reports',
    {
      config: {
        public: true,
        rateLimit: reportsPerNetwork(config),
        hasSecretPath: true,
        multipart: ReportForm,
      },
      schema: {
        summary: 'Report a problem without an account',
        description: `A form with the fields \`text\` (${reportLimits.minText} to ${reportLimits.maxText} characters), \`category\`, \`floor\`, \`contact\`, \`email\` (all four optional), \`proof\` (base64 of the JSON with which ALTCHA answers the challenge of \`GET /ext/portal/{token}\`) and up to ${maxReportPhotos} files \`photo\` (jpeg, png or webp), whose metadata is removed. Sent again with the same \`Idempotency-Key\`, it makes no second report, and the proof may be another one.`,
        'x-idempotency-key': true,
        consumes: ['multipart/form-data'],
        params: PortalParams,
        response: responses(201, SubmittedReport, 400, 403, 404, 429),
      },
    },
    async (request, reply) => {
      const { token } = request.params;
      const portal = await findPortal(db.read, token);
      const caller = networkCaller(request, config.trustedProxies);
      const key = idempotencyKeyOf(request);
      const language = pageLanguage('', request.headers['accept-language']);
      const report = await receiveUploads(request, caller, async ({ uploads, fields: given }) => {
        try {
          const fields = parseReportFields(given);
          const requireProof = () => (config.portalProof ? requireWork(config, portal.id, fields.proof, clock()) : undefined);
          return await submitReport(deps, { portal, fields, uploads, requireProof, key, language }, caller.isGone);
        } finally {
          await discardUploads(uploads);
        }
      });
      if (report.isRepeated) reply.header('idempotency-replayed', 'true');
      const page = portalUrl(publicUrlOf(request, config), token);
      return { id: report.id, status_url: `${page}/${report.id}` };
    },
  );

  appointmentRoutes(app, deps);
  feedbackRoutes(app, deps);
}

/** What a reporter writes after the report. */
function feedbackRoutes(app: TypedFastify, deps: RouteDeps): void {
  const { db, clock, config } = deps;
  const routeConfig = { public: true, rateLimit: reportsPerNetwork(config), hasSecretPath: true } as const;

  app.post(
    '/ext/portal/:token/reports/:id/messages',
    {
      config: routeConfig,
      schema: {
        summary: 'Write to those who work on a report',
        description:
          'Becomes a comment of the ticket, whose `author_role` is `reporter`, until the ticket is closed. For whoever has the address of the page of the report. Sent again with the same `Idempotency-Key`, it makes no second comment.',
        'x-idempotency-key': true,
        params: PublicReportParams,
        body: SendMessage,
        response: responses(201, ReporterMessage, 400, 403, 404, 409, 429),
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      const key = idempotencyKeyOf(request);
      const { message, isRepeated } = await db.transaction((tx) =>
        sendMessage(tx, deps, params.token, params.id, body, key, clock()),
      );
      if (isRepeated) reply.header('idempotency-replayed', 'true');
      return message;
    },
  );

  app.post(
    '/ext/portal/:token/reports/:id/rating',
    {
      config: routeConfig,
      schema: {
        summary: 'Rate the work on a report',
        description: 'Once, when the ticket is closed. For whoever has the address of the page of the report.',
        params: PublicReportParams,
        body: RateReport,
        response: responses(201, ReportRating, 400, 403, 404, 409, 429),
      },
    },
    ({ params: { token, id }, body }) => db.transaction((tx) => rateReport(tx, deps, token, id, body, clock())),
  );
}

function appointmentRoutes(app: TypedFastify, deps: RouteDeps): void {
  const { db, clock, config } = deps;
  const path = '/ext/portal/:token/reports/:id/appointment';

  app.get(
    path,
    {
      config: { public: true, rateLimit: portalReadsPerNetwork, hasSecretPath: true },
      schema: {
        summary: 'Read the appointment of a report',
        description: 'For whoever has the address of the page of the report. Reading changes nothing.',
        params: PublicReportParams,
        response: responses(200, ReporterAppointment, 403, 404, 429),
      },
    },
    async ({ params: { token, id } }) => {
      const { report } = await findReport(db.read, token, id);
      return findReportAppointment(db.read, report, clock());
    },
  );

  app.post(
    path,
    {
      config: { public: true, rateLimit: reportsPerNetwork(config), hasSecretPath: true },
      schema: {
        summary: 'Accept or decline the appointment of a report, or choose an offered time',
        description:
          'Answers what follows from it. The same answer again changes nothing; another one takes its place while the appointment lasts.',
        params: PublicReportParams,
        body: AnswerAppointment,
        response: responses(200, ReporterAppointment, 400, 403, 404, 409, 429),
      },
    },
    async ({ params: { token, id }, body }) => {
      const now = clock();
      return db.transaction(async (tx) => {
        const report = await answerReport(tx, deps, token, id, body, now);
        return findReportAppointment(tx, report, now);
      });
    },
  );
}
