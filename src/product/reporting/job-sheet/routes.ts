import { Type } from 'typebox';
import { senderIdOf } from '../../../platform/audit/audit-log.ts';
import { recordExport } from '../../../platform/audit/record-export.ts';
import { accountCaller, acquireSlot } from '../../../platform/http/fair-queue-key.ts';
import { responses } from '../../../platform/http/openapi.ts';
import { IdParams, OneOf, PdfFile, Timezone } from '../../../platform/http/schemas.ts';
import type { TypedFastify } from '../../../platform/http/typed-fastify.ts';
import { requireTimeZone } from '../../../platform/http/validation.ts';
import { type Caller, FairQueue } from '../../../platform/lib/fair-queue.ts';
import { languages } from '../../../platform/lib/languages.ts';
import type { Module, RouteDeps } from '../../../platform/module/module.ts';
import { TaskEnded } from '../../../platform/threads/thread-task.ts';
import { everyRole } from '../../identity/auth/access.ts';
import { readsCosts } from '../../tickets/costs/queries.ts';
import { requireVisibleTicket } from '../../tickets/queries.ts';
import { collectJobSheet } from './collect-job-sheet.ts';
import type { JobSheetData } from './job-sheet-data.ts';
import { languageOf } from './queries.ts';
import { maxPdfsPerAccount, pdfLimits, renderJobSheet } from './render-job-sheet.ts';

const JobSheetQuery = Type.Object({
  language: Type.Optional({
    ...OneOf(languages),
    description: 'Default: the language of mails and messages to you, or English.',
  }),
  timezone: Timezone,
});

const contentType = 'application/pdf';

const fileResponses: object = {
  ...responses(200, PdfFile, 400, 401, 403, 404, 429),
  200: { description: 'The report as a PDF file.', content: { [contentType]: { schema: PdfFile } } },
};

export function jobSheetRoutes(app: TypedFastify, deps: RouteDeps): void {
  const { db, clock, log } = deps;
  const queue = new FairQueue(pdfLimits);

  app.get(
    '/ext/tickets/:id/report.pdf',
    {
      config: { roles: everyRole, withoutHead: true },
      schema: {
        summary: 'Print a ticket',
        description:
          'Facts, costs, journal, comments, photos before and after, and the check of the hash chain as a PDF file. For whoever sees the ticket; costs for those who see them.',
        params: IdParams,
        querystring: JobSheetQuery,
        response: fileResponses,
      },
    },
    async (request, reply) => {
      const { actor, params, query } = request;
      const { timezone } = query;
      requireTimeZone(timezone);
      await requireVisibleTicket(db.read, actor, params.id);
      await request.accountCheck; // an account that may not be used costs no processor time
      const release = await acquireSlot(queue, request, maxPdfsPerAccount);
      try {
        const language = query.language ?? (await languageOf(db.read, senderIdOf(actor))) ?? 'en';
        const caller = accountCaller(request);
        const showsCosts = await readsCosts(db.read, actor, params.id);
        const options = { ticketId: params.id, language, timezone, now: clock(), caller, showsCosts };
        const pdf = await render(await collectJobSheet(deps, options), caller);
        await recordExport(db, actor, { format: 'pdf', filter: { ticket_id: params.id, ...query }, rows: 1 }, clock());
        return reply
          .headers({ 'content-type': contentType, 'content-disposition': `attachment; filename="ticket-${params.id}.pdf"` })
          .send(pdf);
      } finally {
        release();
      }
    },
  );

  async function render(sheet: JobSheetData, caller: Caller): Promise<Uint8Array> {
    try {
      return await renderJobSheet(sheet, caller);
    } catch (error) {
      if (error instanceof TaskEnded)
        log.error({ ticket: sheet.ticket.id, reason: error.message }, 'a job sheet could not be rendered');
      throw error;
    }
  }
}

/** One ticket as a PDF file. */
export const jobSheet: Module = { name: 'job-sheet', tag: 'tickets', routes: jobSheetRoutes };
