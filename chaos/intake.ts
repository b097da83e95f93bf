import { setTimeout as sleep } from 'node:timers/promises';
import { type Dovecot, missingDovecot, startDovecot } from '../testing/dovecot.ts';
import { realPhoto } from '../testing/real-photos.ts';
import { waitFor } from '../testing/wait.ts';
import { Deployment, secondsSince } from './lib/deployment.ts';
import { notRun, type Program } from './lib/program.ts';

const drainTimeoutMs = 600_000;
/** Of these mails one is automatic, of which nothing is made. */
const automaticEvery = 7;
const photoEvery = 10;

/** A mail of a sender of its own, whose subject is its number. */
function mailOf(number: number, photo: Buffer): string {
  const head = [`From: sender${number}@example.net`, 'To: callout@example.com', `Subject: Mail ${number}`];
  if (number % automaticEvery === 0) head.push('Auto-Submitted: auto-replied');
  if (number % photoEvery !== 0) return `${head.join('\n')}\n\nText of mail ${number}\n`;
  const file = `Content-Type: image/jpeg\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment; filename=a.jpg\n\n${photo.toString('base64').replaceAll(/.{76}/g, '$&\n')}`;
  const text = `Content-Type: text/plain\n\nText of mail ${number}`;
  return `${head.join('\n')}\nContent-Type: multipart/mixed; boundary=b\n\n--b\n${text}\n--b\n${file}\n--b--\n`;
}

/** Has the mailbox read now: otherwise it is read every minute. */
const readNow = (deployment: Deployment) =>
  deployment.query("update deliveries set due_at = now() where queue = 'jobs' and key = 'mailbox' and lease is null");

async function findProblems(deployment: Deployment, mails: number): Promise<string[]> {
  const rows = await deployment.query<{ number: number; reports: number; lefts: number; photos: number }>(
    `select number::int, (select count(*)::int from portal_reports where text like 'Mail ' || number || E'\\n%') as reports,
       (select count(*)::int from intake_messages where reason = 'automatic' and subject = 'Mail ' || number) as lefts,
       (select count(*)::int from portal_report_photos as p join portal_reports as r on r.id = p.report_id
         where r.text like 'Mail ' || number || E'\\n%') as photos
     from generate_series(1, $1) as number`,
    [mails],
  );
  return rows.flatMap(({ number, reports, lefts, photos }) => {
    const isAutomatic = number % automaticEvery === 0;
    const expected = isAutomatic ? [0, 1, 0] : [1, 0, number % photoEvery === 0 ? 1 : 0];
    const found = [reports, lefts, photos];
    return found.join() === expected.join() ? [] : [`mail ${number}: reports, left, photos ${found}, expected ${expected}`];
  });
}

export const program: Program = {
  summary: 'mails to a real IMAP server, read by 3 instances that are killed: each is handled once, none is lost',
  unit: '167 mails with a kill',
  rounds: 30,
  run: async (task) => {
    const missing = missingDovecot();
    if (missing) return notRun(missing);
    const server = await startDovecot();
    try {
      return await Deployment.run(task, { instances: task.isShort ? 2 : 3, env: settingsOf(server) }, async (deployment) => {
        const photo = await realPhoto({ width: 40, height: 30 });
        const perRound = task.isShort ? 40 : 167;
        const began = performance.now();
        let mails = 0;
        for (let round = 1; round <= task.rounds; round++) {
          for (let n = 0; n < perRound; n++) server.deliver(mailOf(++mails, photo));
          await readNow(deployment);
          const { unseen } = server.count();
          // Not before it has begun to read, and at any point of the work.
          await waitFor(() => server.count().unseen < unseen - deployment.random.below(perRound / 2), drainTimeoutMs);
          await sleep(deployment.random.below(20));
          const victim = await deployment.killOne();
          await victim.waitUntilReady();
          task.log(`${mails} mails, ${deployment.kills} kills, ${secondsSince(began)} s`);
        }
        await waitFor(async () => {
          if (server.count().unseen === 0) return true;
          await readNow(deployment);
          await sleep(500);
          return false;
        }, drainTimeoutMs);
        deployment.problems.add(...(await findProblems(deployment, mails)));
        return `${mails} mails, ${deployment.instances.length} instances, ${deployment.kills} kills, ${secondsSince(began)} s`;
      });
    } finally {
      await server.stop();
    }
  },
};

const settingsOf = ({ port, user, password }: Dovecot): Record<string, string> => ({
  IMAP_HOST: '127.0.0.1',
  IMAP_PORT: String(port),
  IMAP_SECURE: 'false',
  IMAP_USER: user,
  IMAP_PASSWORD: password,
  INTAKE_ADDRESS: 'callout@example.com',
  MAX_REPORTS_PER_OBJECT: '1000000',
});
