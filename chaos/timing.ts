import { Agent } from 'node:http';
import { password } from '../testing/api-fixtures.ts';
import { send, sendOk } from '../testing/http-client.ts';
import type { Random } from '../testing/seeded-random.ts';
import { startSmtpServer } from '../testing/smtp-server.ts';
import { newCaller } from './lib/callers.ts';
import { Deployment } from './lib/deployment.ts';
import { median } from './lib/median.ts';
import type { Program } from './lib/program.ts';

// Whether the time of an answer tells if there is an account, with passwords at their real cost; one request at a time.
// test/security/timing.test.ts says why known and unknown addresses cost the same.

const accounts = 200;
/** How far apart the medians of known and unknown may be, as a part of the larger one. */
const tolerance = 0.05;
const oneByOne = new Agent({ keepAlive: true, maxSockets: 1 });

const operations = {
  login: { path: '/auth/login', body: { password: 'wrong-horse-1' }, status: 401, maxRounds: Number.POSITIVE_INFINITY },
  // A mailbox is sent three mails a day.
  'forgot-password': { path: '/auth/forgot-password', body: {}, status: 200, maxRounds: 3 },
};
type Operation = (typeof operations)[keyof typeof operations];

const knownAddress = (i: number): string => `known-${i}@example.com`;
const unknownAddress = (i: number, round: number): string => `kn${round}wn-${i}@example.com`; // as long as a known one

async function createAccounts({ service, root }: Deployment): Promise<void> {
  for (let i = 0; i < accounts; i++) {
    const body = { email: knownAddress(i), name: `Known ${i}`, password, role: 'worker' };
    await sendOk(service.url, { method: 'POST', path: '/users', token: root.token, body });
  }
}

/** Asks once in each round for each address. @returns milliseconds */
async function measure({ service, random }: Deployment, rounds: number, { path, body, status, maxRounds }: Operation) {
  const ask = async (email: string): Promise<number> => {
    const reply = await send(service.url, { method: 'POST', path, body: { ...body, email }, ip: newCaller() }, oneByOne);
    if (reply.status !== status) throw new Error(`${email}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.received - reply.sent;
  };
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let i = 0; i < 10; i++) await ask(`warm-up-${i}@example.com`);
  for (let round = 0; round < Math.min(rounds, maxRounds); round++) {
    // Side by side, so that a machine that is busy for a while slows both down.
    for (const i of shuffled([...Array(accounts).keys()], random)) {
      for (const kind of shuffled(['known', 'unknown'] as const, random))
        times[kind].push(await ask(kind === 'known' ? knownAddress(i) : unknownAddress(i, round)));
    }
  }
  return times;
}

const shuffled = <T>(items: readonly T[], random: Random): T[] =>
  items
    .map((item) => ({ item, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);

const difference = (a: number, b: number): number => Math.abs(a - b) / Math.max(a, b);
const percent = (part: number): string => `${(part * 100).toFixed(1)} %`;

export const program: Program = {
  summary: 'logins and forgotten passwords of 200 known and 200 unknown addresses: medians within 5 %',
  unit: 'one request for each address and operation',
  rounds: 3,
  run: async (task) => {
    const smtp = await startSmtpServer({ plain: true });
    const env = { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(smtp.port) };
    try {
      return await Deployment.run(task, { instances: 1, env }, async (deployment) => {
        deployment.cleanup.defer(() => oneByOne.destroy());
        await createAccounts(deployment);
        const lines: string[] = [];
        for (const [name, operation] of Object.entries(operations)) {
          const { known, unknown } = await measure(deployment, task.rounds, operation);
          const apart = difference(median(known), median(unknown));
          // What this machine makes of nothing.
          const noise = difference(median(known.filter((_, i) => i % 2 === 0)), median(known.filter((_, i) => i % 2 === 1)));
          const medians = `medians ${median(known).toFixed(2)} ms known and ${median(unknown).toFixed(2)} ms unknown`;
          lines.push(`${name}: ${known.length * 2} requests, ${medians}, ${percent(apart)} apart (noise ${percent(noise)})`);
          if (apart > tolerance) deployment.report(`${name}: the medians are ${percent(apart)} apart`);
        }
        return lines.join('\n');
      });
    } finally {
      await smtp.stop();
    }
  },
};
