import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

// A receiver of webhooks on this machine, which answers as the test wants.

export interface ReceivedMessage {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** by performance.now() */
  at: number;
}

/** Answers a message; nothing else does. */
export type Answer = (response: ServerResponse, message: ReceivedMessage) => void;

export const accept: Answer = (response) => void response.writeHead(204).end();
export const answerWith =
  (status: number, body = '', headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, headers).end(body);

export class WebhookReceiver {
  readonly received: ReceivedMessage[] = [];
  answer: Answer = accept;
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => {});
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      const message = { path, headers, body: Buffer.concat(chunks).toString(), at: performance.now() };
      this.received.push(message);
      this.answer(response, message);
    });
  });

  static async start(port = 0): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver();
    await receiver.listen(port);
    return receiver;
  }

  /** Also again, after stop(). */
  listen(port: number): Promise<void> {
    return new Promise((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `http://${this.host}`;
  }

  /** What arrived at a path, the oldest first. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
  bodies(path?: string): any[] {
    return this.received.filter((message) => path === undefined || message.path === path).map(({ body }) => JSON.parse(body));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
