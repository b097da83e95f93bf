import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { downloadFile } from '../src/outbound/messenger/bot-files.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const server = createServer((_request, response) => response.end(Buffer.alloc(906, 1)));
after(() => server.close());
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

it('a file of a bot is complete when garbage is collected before it is read', async () => {
  for (let i = 0; i < 20; i++) {
    const file = await downloadFile({ path: 'photos/file_1.jpg', size: 906 }, { root, token: '100:secret' });
    for (let turn = 0; turn < 5; turn++) {
      collectGarbage();
      await nextTurn();
    }
    let received = 0;
    for await (const chunk of file) received += (chunk as Buffer).length;
    assert.equal(received, 906);
  }
});
