import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

/** A way to the service on which answers to one path are held back, however the asking page fares. */
export interface SlowAnswers {
  url: string;
  /** how many requests of the path have reached the service */
  asked: number;
  /** milliseconds that each answer from now on is held back */
  hold: number;
}

export async function answerSlowly(service: string, path: string): Promise<SlowAnswers> {
  const slow: SlowAnswers = { url: '', asked: 0, hold: 0 };
  const server = createServer((incoming, outgoing) => {
    const { method, headers } = incoming;
    outgoing.on('error', () => {}); // whoever asked is gone
    const onward = request(`${service}${incoming.url}`, { method, headers }, async (answer) => {
      if (incoming.url === path) {
        slow.asked++;
        if (slow.hold > 0) await sleep(slow.hold);
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  slow.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return slow;
}
