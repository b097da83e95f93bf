import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Fixtures } from '../testing/fixtures.ts';
import { openPortal, sendReport, solveChallenge } from '../testing/portal-client.ts';

const fixtures = await Fixtures.create({ MAX_REPORTS_PER_NETWORK: '100' });
const { anna, boris, lobby, gate } = fixtures;
const token = await openPortal(fixtures, anna, lobby);

describe('the proof of work', () => {
  const challenge = async (of = token) => (await fixtures.call(undefined, 'GET', `/ext/portal/${of}`)).body.challenge;

  it('is needed once for each report: without it, or with one that was used, POST returns 400', async () => {
    const proof = solveChallenge(await challenge());
    assert.equal((await sendReport(fixtures, token, { proof: '' })).status, 400);
    assert.equal((await sendReport(fixtures, token, { proof: 'e30=' })).status, 400);
    assert.equal((await sendReport(fixtures, token, { proof, text: 'no' })).status, 400); // not used yet
    assert.equal((await sendReport(fixtures, token, { proof })).status, 201);
    const { status, body } = await sendReport(fixtures, token, { proof });
    assert.deepEqual([status, body.error], [400, 'the proof was used already']);
  });

  it('admits one of several reports that are sent with it at once', async () => {
    const proof = solveChallenge(await challenge());
    const answers = await Promise.all([1, 2, 3, 4].map(() => sendReport(fixtures, token, { proof })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400, 400, 400]);
  });

  it('is not used up by a report that is sent again with its Idempotency-Key, which may bring another one', async () => {
    const key = crypto.randomUUID();
    const proof = solveChallenge(await challenge());
    const first = await sendReport(fixtures, token, { proof }, { key });
    fixtures.advanceClock(21 * 60_000); // the challenge has expired
    for (const fields of [{ proof }, {}]) {
      const again = await sendReport(fixtures, token, fields, { key });
      assert.deepEqual([again.status, again.body, again.headers['idempotency-replayed']], [201, first.body, 'true']);
    }
  });

  it('expires, belongs to one portal, and cannot be made up', async () => {
    const other = await openPortal(fixtures, boris, gate);
    assert.equal((await sendReport(fixtures, token, { proof: solveChallenge(await challenge(other)) })).status, 400);
    const wrong = { ...(await challenge()), signature: '0'.repeat(64) };
    assert.equal((await sendReport(fixtures, token, { proof: solveChallenge(wrong) })).status, 400);
    const old = solveChallenge(await challenge());
    fixtures.advanceClock(20 * 60_000);
    assert.equal((await sendReport(fixtures, token, { proof: old })).status, 400);
  });
});
