import { Worker } from 'node:worker_threads';
import { minutes, seconds } from '../../platform/lib/duration.ts';

/** What the thread answers: the file, or what went wrong. */
export type RenderAnswer = { pdf: Uint8Array } | { error: string };

const timeoutMs = seconds(30);
/** Its fonts take some 50 MB, which nobody needs between two files. */
const idleMs = minutes(1);
const resourceLimits = { maxOldGenerationSizeMb: 256 };

/** The file took too long or too much memory. */
export class RenderFailed extends Error {}
/** Drawing the file threw an error, which is a bug. */
export class DrawFailed extends Error {}

/**
 * Renders PDF files of one kind, one at a time. A thread does it, because it takes 0.1 to 1 s of processor time, which would delay
 * all other requests.
 */
export class PdfThread<Content> {
  readonly #script: URL;
  #worker: Worker | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #lastTurn: Promise<unknown> = Promise.resolve();

  /** @param script of the thread, which calls answerContents() */
  constructor(script: URL) {
    this.#script = script;
  }

  /** @throws RenderFailed, DrawFailed */
  render(content: Content): Promise<Buffer> {
    const turn = this.#lastTurn.then(() => this.#render(content));
    this.#lastTurn = turn.catch(() => {});
    return turn;
  }

  async #render(content: Content): Promise<Buffer> {
    clearTimeout(this.#idleTimer);
    this.#worker ??= this.#start();
    this.#worker.ref();
    try {
      const answer = await answerOf(this.#worker, content);
      if ('error' in answer) throw new DrawFailed(answer.error);
      const { buffer, byteOffset, byteLength } = answer.pdf;
      return Buffer.from(buffer, byteOffset, byteLength);
    } catch (error) {
      if (error instanceof RenderFailed) this.#stop();
      throw error;
    } finally {
      this.#worker?.unref();
      this.#idleTimer = setTimeout(() => this.#stop(), idleMs).unref();
    }
  }

  #start(): Worker {
    const started = new Worker(this.#script, { resourceLimits, env: {} });
    // Between two files nobody else listens, and an error without a listener ends the process.
    started.on('error', () => {
      if (this.#worker === started) this.#worker = undefined;
    });
    return started;
  }

  #stop(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }
}

function answerOf(thread: Worker, content: unknown): Promise<RenderAnswer> {
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
    thread.postMessage(content);
  });
}
