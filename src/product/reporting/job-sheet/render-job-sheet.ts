import { seconds } from '../../../platform/lib/duration.ts';
import type { Caller } from '../../../platform/lib/fair-queue.ts';
import { recentlyActiveTenants } from '../../../platform/lib/fair-queue-contention.ts';
import { moduleUrl } from '../../../platform/lib/module-url.ts';
import { ThreadTask } from '../../../platform/threads/thread-task.ts';
import type { JobSheetData } from './job-sheet-data.ts';
import type { drawJobSheet } from './pdf/draw-job-sheet.ts';

/** PDF files of one account under way. */
export const maxPdfsPerAccount = 2;
/** One file is read while another one is rendered in a thread. */
export const pdfLimits = {
  concurrency: 2,
  concurrencyPerTenant: { alone: 2, besideOthers: 1 },
  activity: recentlyActiveTenants,
  maxWaiting: 60,
  maxWaitMs: seconds(20),
};

const draw = new ThreadTask<typeof drawJobSheet>(moduleUrl('./pdf/draw-job-sheet', import.meta.url), 'drawJobSheet');

/** Renders a job sheet as a PDF file. @throws QueueFull, CallerGone; TaskEnded, TaskFailed */
export const renderJobSheet = (sheet: JobSheetData, caller: Caller): Promise<Uint8Array> => draw.run(caller, sheet);
