import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readEvents } from '../../clients/typescript/src/event-stream.ts';
import { createClient, type LiveUpdate } from '../../clients/typescript/src/index.ts';
import { sendJson, startServer } from './local-server.ts';

const streamOf = (chunks: string[]): ReadableStream<Uint8Array> => new Blob(chunks).stream();

describe('server-sent events', () => {
  it('are read whatever the line ends are, with several lines of data, and without comments', async () => {
    const text =
      ': \n\nevent: tickets\ndata: {"ids":[1]}\n\r\n\r\nevent:a\r\ndata: 1\r\ndata:2\r\n\r\ndata: x\n\nevent: nothing\n\n';
    const events = [];
    for await (const event of readEvents(streamOf([text]))) events.push(event);
    assert.deepEqual(events, [
      { event: 'tickets', data: '{"ids":[1]}' },
      { event: 'a', data: '1\n2' },
      { event: 'message', data: 'x' },
    ]);
  });

  it('are read when they come in pieces, also between the halves of a letter and of a line end', async () => {
    const bytes = new TextEncoder().encode('event: a\r\ndata: ä\r\n\r\ndata: b\n\n');
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    const events = [];
    for await (const event of readEvents(stream)) events.push(event);
    assert.deepEqual(events, [
      { event: 'a', data: 'ä' },
      { event: 'message', data: 'b' },
    ]);
  });
});

describe('liveUpdates', () => {
  it('opens a lost stream again, and ends with the signal', async () => {
    const { url, requests } = await startServer((_request, response, count) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: hello\ndata: {}\n\nevent: later\ndata: {}\n\n');
      if (count === 1) response.end('event: tickets\ndata: {"ids":[4,5]}\n\n');
      else response.write(': \n\nevent: notifications\ndata: {}\n\nevent: tickets\ndata: {}\n\n');
    });
    const stopping = new AbortController();
    const seen: LiveUpdate[] = [];
    const lost: unknown[] = [];
    const updates = createClient({ baseUrl: url, auth: 'cot_1' }).liveUpdates({
      signal: stopping.signal,
      onDisconnect: (error) => lost.push(error),
    });
    for await (const update of updates) {
      seen.push(update);
      if (seen.length === 5) stopping.abort();
    }
    assert.deepEqual(seen, [
      { type: 'connected' },
      { type: 'tickets', ids: [4, 5] },
      { type: 'connected' },
      { type: 'notifications' },
      { type: 'tickets' },
    ]);
    assert.deepEqual([lost, requests.length], [[undefined], 2]);
    assert.deepEqual(requests.map(({ url: path, headers }) => [path, headers.authorization])[1], ['/ext/live', 'Bearer cot_1']);
  });

  it('fails when the token may not be used', async () => {
    const { url } = await startServer((_request, response) => sendJson(response, 403, { error: 'account disabled' }));
    const updates = createClient({ baseUrl: url, auth: 'cot_1' }).liveUpdates();
    await assert.rejects(updates.next(), { code: 'forbidden', message: 'account disabled' });
  });
});
