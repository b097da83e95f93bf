import { Worker } from 'node:worker_threads';
import { minutes, seconds } from '../../platform/lib/duration.ts';
import type { ReportData } from './report-data.ts';

/** What the thread answers: the file, or what went wrong. */
export type RenderAnswer = { pdf: Uint8Array } | { error: string };

const timeoutMs = seconds(30);
/** Its fonts take some 50 MB, which nobody needs between two reports. */
const idleMs = minutes(1);
const resourceLimits = { maxOldGenerationSizeMb: 256 };

/** The report took too long or too much memory. */
export class RenderFailed extends Error {}
/** Drawing the report threw an error, which is a bug. */
export class DrawFailed extends Error {}

let worker: Worker | undefined;
let idleTimer: NodeJS.Timeout | undefined;
let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Renders the report of a job as a PDF file, one at a time. A thread does it, because it takes 0.1 to 1 s of processor time, which
 * would delay all other requests.
 * @throws RenderFailed, DrawFailed
 */
export function renderReport(report: ReportData): Promise<Buffer> {
  const turn = lastTurn.then(() => renderInThread(report));
  lastTurn = turn.catch(() => {});
  return turn;
}

async function renderInThread(report: ReportData): Promise<Buffer> {
  clearTimeout(idleTimer);
  worker ??= startWorker();
  worker.ref();
  try {
    const answer = await answerOf(worker, report);
    if ('error' in answer) throw new DrawFailed(answer.error);
    const { buffer, byteOffset, byteLength } = answer.pdf;
    return Buffer.from(buffer, byteOffset, byteLength);
  } catch (error) {
    if (error instanceof RenderFailed) stopWorker();
    throw error;
  } finally {
    worker?.unref();
    idleTimer = setTimeout(stopWorker, idleMs).unref();
  }
}

function startWorker(): Worker {
  const started = new Worker(new URL('./render-worker.ts', import.meta.url), { resourceLimits, env: {} });
  // Between two reports nobody else listens, and an error without a listener ends the process.
  started.on('error', () => {
    if (worker === started) worker = undefined;
  });
  return started;
}

function stopWorker(): void {
  void worker?.terminate();
  worker = undefined;
}

function answerOf(thread: Worker, report: ReportData): Promise<RenderAnswer> {
  return new Promise((resolve, reject) => {
    const settle = (run: () => void): void => {
      clearTimeout(timer);
      thread.off('message', onMessage).off('error', onError).off('exit', onExit);
      run();
    };
    const onMessage = (answer: RenderAnswer): void => settle(() => resolve(answer));
    const onError = (error: unknown): void => settle(() => reject(new RenderFailed(String(error), { cause: error })));
    const onExit = (): void => settle(() => reject(new RenderFailed('the thread has ended')));
    const timer = setTimeout(() => settle(() => reject(new RenderFailed('rendering took too long'))), timeoutMs);
    thread.on('message', onMessage).on('error', onError).on('exit', onExit);
    thread.postMessage(report);
  });
}
