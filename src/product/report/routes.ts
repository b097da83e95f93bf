import type { RouteDeps } from '../../platform/capability/capability.ts';
import { AccountSlots } from '../../platform/http/account-slots.ts';
import { tookTooLong } from '../../platform/http/errors.ts';
import { accountCaller } from '../../platform/http/fair-queue-key.ts';
import { responses } from '../../platform/http/openapi.ts';
import { IdParams } from '../../platform/http/schemas.ts';
import type { TypedFastify } from '../../platform/http/typed-fastify.ts';
import type { Caller } from '../../platform/lib/fair-queue.ts';
import { TaskEnded } from '../../platform/threads/thread-task.ts';
import { everyRole } from '../auth/access.ts';
import { requireTimezone } from '../exports/local-time.ts';
import { requireVisibleTicket } from '../tickets/queries.ts';
import { collectReport } from './collect-report.ts';
import { languageOf } from './queries.ts';
import { renderReport } from './render-report.ts';
import type { ReportData } from './report-data.ts';
import { PdfFile, ReportQuery } from './schemas.ts';

/** A process renders two reports at a time, of different accounts; further ones wait for some seconds at most. */
const reportLimits = { maxPerAccount: 2, maxInAll: 6 };
const contentType = 'application/pdf';

const fileResponses: object = {
  ...responses(200, PdfFile, 400, 401, 403, 404, 429),
  200: { description: 'The report as a PDF file.', content: { [contentType]: { schema: PdfFile } } },
};

export function reportRoutes(app: TypedFastify, deps: RouteDeps): void {
  const { db, clock, log } = deps;
  const slots = new AccountSlots(reportLimits);

  app.get(
    '/ext/tickets/:id/report.pdf',
    {
      config: { roles: everyRole },
      schema: {
        tags: ['tickets'],
        summary: 'Print a ticket',
        description:
          'Facts, journal, comments, photos before and after, and the check of the hash chain as a PDF file. For whoever sees the ticket.',
        params: IdParams,
        querystring: ReportQuery,
        response: fileResponses,
      },
    },
    async (request, reply) => {
      const { actor, params, query } = request;
      const { timezone } = query;
      requireTimezone(timezone);
      await requireVisibleTicket(db.read, actor, params.id);
      await request.accountCheck; // an account that may not be used costs no processor time
      const release = slots.acquire(actor.id);
      try {
        const language = query.language ?? (await languageOf(db.read, actor.id)) ?? 'en';
        const caller = accountCaller(request);
        const options = { ticketId: params.id, language, timezone, now: clock(), caller };
        const pdf = await render(await collectReport(deps, options), caller);
        return reply
          .headers({ 'content-type': contentType, 'content-disposition': `attachment; filename="ticket-${params.id}.pdf"` })
          .send(pdf);
      } finally {
        release();
      }
    },
  );

  async function render(report: ReportData, caller: Caller): Promise<Uint8Array> {
    try {
      return await renderReport(report, caller);
    } catch (error) {
      if (!(error instanceof TaskEnded)) throw error;
      log.error({ ticket: report.ticket.id, reason: error.message }, 'a report could not be rendered');
      throw tookTooLong();
    }
  }
}
