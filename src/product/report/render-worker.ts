import { parentPort } from 'node:worker_threads';
import { drawReport } from './pdf/draw-report.ts';
import type { RenderAnswer } from './render-report.ts';
import type { ReportData } from './report-data.ts';

parentPort?.on('message', async (report: ReportData) => {
  const answer: RenderAnswer = await drawReport(report).then(
    (pdf) => ({ pdf }),
    (error: Error) => ({ error: error.stack ?? error.message }),
  );
  parentPort?.postMessage(answer);
});
