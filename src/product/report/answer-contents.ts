import { parentPort } from 'node:worker_threads';
import type { RenderAnswer } from './pdf-thread.ts';

/** Answers what a PdfThread sends to its thread, in that thread. @param draw returns a PDF file */
export function answerContents<Content>(draw: (content: Content) => Promise<Uint8Array>): void {
  parentPort?.on('message', async (content: Content) => {
    const answer: RenderAnswer = await draw(content).then(
      (pdf) => ({ pdf }),
      (error: Error) => ({ error: error.stack ?? error.message }),
    );
    parentPort?.postMessage(answer);
  });
}
