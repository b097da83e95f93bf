import { moduleUrl } from '../../platform/lib/module-url.ts';
import { PdfThread } from './pdf-thread.ts';
import type { ReportData } from './report-data.ts';

const thread = new PdfThread<ReportData>(moduleUrl('./render-worker', import.meta.url));

/** Renders the report of a job as a PDF file. @throws RenderFailed, DrawFailed */
export const renderReport = (report: ReportData): Promise<Buffer> => thread.render(report);
