import type { Caller } from '../../platform/lib/fair-queue.ts';
import { moduleUrl } from '../../platform/lib/module-url.ts';
import { ThreadTask } from '../../platform/threads/thread-task.ts';
import type { drawReport } from './pdf/draw-report.ts';
import type { ReportData } from './report-data.ts';

const draw = new ThreadTask<typeof drawReport>(moduleUrl('./pdf/draw-report', import.meta.url), 'drawReport');

/** Renders the report of a job as a PDF file. @throws QueueFull, CallerGone; TaskEnded, TaskFailed */
export const renderReport = (report: ReportData, caller: Caller): Promise<Uint8Array> => draw.run(caller, report);
