import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { formatAmount, maxAmount } from '../../src/platform/lib/money.ts';
import type { LastCost, Profile, Ticket, TicketCost, TicketQuote } from '../../web/src/contract/schemas.ts';
import { daysOfMonth, lastMonths } from '../../web/src/pages/costs/months.ts';
import { parseAmount, parseQuantity, typedAmount, typedQuantity } from '../../web/src/pages/costs/typed-amounts.ts';
import {
  emptyLine,
  knownLines,
  lineOf,
  proposedHours,
  proposeTime,
  requestOf,
  withKnown,
} from '../../web/src/pages/ticket/costs/cost-draft.ts';
import {
  canAnswerQuote,
  canSendQuote,
  canWithdrawQuote,
  canWriteCosts,
  seesCosts,
} from '../../web/src/pages/ticket/costs/may-write.ts';

// What the console proposes and reads for costs and quotes.

describe('a typed amount', () => {
  it('is read with a comma or a point, in the decimals of the currency', () => {
    const cases: [text: string, currency: string, amount: number | undefined][] = [
      ['45', 'EUR', 4500],
      ['45,5', 'EUR', 4550],
      ['45.50', 'EUR', 4550],
      [' 1 234,05 ', 'EUR', 123_405],
      ['0,1', 'EUR', 10],
      ['500', 'JPY', 500],
      ['1,234', 'KWD', 1234],
      ['90071992547409,91', 'EUR', maxAmount],
    ];
    const wrong = ['', ',', '1.000', '1,234', '1.234,50', '-1', '1e3', '4 €', '90071992547409,92'];
    for (const [text, currency, amount] of cases) assert.equal(parseAmount(text, currency), amount, text);
    for (const text of wrong) assert.equal(parseAmount(text, 'EUR'), undefined, text);
    assert.equal(parseAmount('500,5', 'JPY'), undefined);
  });

  it('is read again as it was written into the field, in each language and currency', () => {
    const currencies = fc.constantFrom('EUR', 'JPY', 'KWD');
    fc.assert(
      fc.property(fc.maxSafeNat(), currencies, fc.constantFrom('en', 'de', 'pl'), (amount, currency, locale) => {
        assert.equal(parseAmount(typedAmount(amount, currency, locale), currency), amount);
      }),
    );
  });

  it('is shown in the way of the language', () => {
    const shown = ['en', 'de', 'pl'].map((locale) => formatAmount(123_456_789, 'EUR', locale).replaceAll(/\s/g, ' '));
    assert.deepEqual(shown, ['€1,234,567.89', '1.234.567,89 €', '1 234 567,89 €']);
  });
});

it('a typed quantity becomes a plain decimal of at most three decimals, and is shown with the separator of the language', () => {
  const read = ['1,5', '1.5', '0', ' 2 ', '1,0005', '', 'h', '-1'].map(parseQuantity);
  assert.deepEqual(read, ['1.5', '1.5', '0', '2', undefined, undefined, undefined, undefined]);
  assert.deepEqual([typedQuantity('1.25', 'de'), typedQuantity('1.25', 'en')], ['1,25', '1.25']);
});

const started_at = '2026-03-01T08:00:00.000Z';
const ticketOf = (fields: Partial<Ticket> = {}): Ticket =>
  ({ id: 1, status: 'done', client_id: 'anna', worker_id: 'wanda', started_at, ...fields }) as Ticket;

describe('the working time that is proposed', () => {
  const now = new Date('2026-03-01T12:00:00Z');

  it('lies between start and finish in quarter hours, at least one, and until now while the work goes on', () => {
    const until = (done_at: string) => proposedHours(ticketOf({ done_at }), now);
    assert.deepEqual(
      ['08:00:10', '08:22:00', '08:23:00', '09:30:00', '20:00:00'].map((time) => until(`2026-03-01T${time}Z`)),
      ['0.25', '0.25', '0.5', '1.5', '12'],
    );
    assert.equal(proposedHours(ticketOf({ status: 'in_progress', done_at: '2026-02-01T08:00:00Z' }), now), '4');
  });

  it('is left out when it is not known or has nights in it', () => {
    const { started_at: _, ...unstarted } = ticketOf();
    assert.equal(proposedHours(unstarted as Ticket, now), undefined);
    assert.equal(proposedHours(ticketOf({ done_at: '2026-03-02T08:00:00Z' }), now), undefined);
  });

  it('has the text and the price of an hour that the account wrote down last, in the currency of the project', () => {
    const line = (fields: Partial<LastCost>) =>
      ({ kind: 'labour', text: 'Fitter', unit: 'h', unit_price: 5200, currency: 'EUR', ...fields }) as LastCost;
    const last = [
      line({ currency: 'PLN', unit_price: 9900 }),
      line({ kind: 'material' }),
      line({ unit: 'd' }),
      line({}),
      line({ unit_price: 1 }),
    ];
    const options = { now, locale: 'de', defaultText: 'Arbeitszeit' };
    const done = ticketOf({ done_at: '2026-03-01T09:30:00.000Z' });
    assert.deepEqual(proposeTime(done, knownLines(last, [], 'EUR'), options), {
      ...{ kind: 'labour', text: 'Fitter', quantity: '1,5', unit: 'h', price: '52,00', on: '2026-03-01' },
    });
    const first = proposeTime(done, [], options);
    assert.deepEqual([first.text, first.price, lineOf(first, 'EUR')], ['Arbeitszeit', '', undefined]);
  });
});

describe('what was written down before', () => {
  const of = (text: string, unit_price: number, fields: Partial<TicketCost> = {}) =>
    ({ kind: 'material', text, unit: '', unit_price, currency: 'EUR', ...fields }) as TicketCost;

  it('is offered once, with the newest price of the account before those of the ticket', () => {
    const lines = knownLines([of('Pump', 300), of('Pump', 200)], [of('Seal', 5), of('Seal', 6), of('Pump', 1)], 'EUR');
    assert.deepEqual(
      lines.map(({ text, unit_price }) => [text, unit_price]),
      [
        ['Pump', 300],
        ['Seal', 6],
      ],
    );
  });

  it('fills a line and leaves its quantity, and the request has what the fields mean', () => {
    const draft = withKnown({ ...emptyLine, quantity: '2,5' }, of('Pipe', 1299, { unit: 'm' }), 'de');
    assert.equal(draft.price, '12,99');
    const line = lineOf(draft, 'EUR');
    assert(line);
    assert.equal(line.amount, 3248);
    assert.deepEqual(requestOf(line), { kind: 'material', text: 'Pipe', quantity: '2.5', unit: 'm', unit_price: 1299 });
    for (const broken of [{ text: ' ' }, { quantity: 'two' }, { price: '' }, { quantity: '9999999999999', price: '99999999' }])
      assert.equal(lineOf({ ...draft, ...broken }, 'EUR'), undefined, JSON.stringify(broken));
  });
});

it('lines are written by the assigned worker of work that goes on or is done, and by admins until the ticket is closed', () => {
  const profileOf = (id: string, role: Profile['role']): Profile => ({ id, role }) as Profile;
  const [anna, wanda, walter, root] = [
    ...[profileOf('anna', 'client'), profileOf('wanda', 'worker'), profileOf('walter', 'worker'), profileOf('root', 'admin')],
  ] as const;
  assert(anna && wanda && walter && root);
  const statuses = ['new', 'assigned', 'in_progress', 'done', 'rejected', 'closed'] as const;
  const where = (may: (ticket: Ticket) => boolean) => statuses.filter((status) => may(ticketOf({ status }))).join(' ');
  assert.equal(
    where((ticket) => canWriteCosts(wanda, ticket)),
    'in_progress done',
  );
  assert.equal(
    where((ticket) => canWriteCosts(root, ticket)),
    'new assigned in_progress done rejected',
  );
  for (const nobody of [anna, walter])
    assert.equal(
      where((ticket) => canWriteCosts(nobody, ticket)),
      '',
    );
  for (const sender of [wanda, root])
    assert.equal(
      where((ticket) => canSendQuote(sender, ticket)),
      'new assigned in_progress done rejected',
    );
  assert.equal(
    where((ticket) => canSendQuote(anna, ticket)),
    '',
  );
  assert.deepEqual(
    [anna, wanda, walter, root].map((who) => seesCosts(who, ticketOf())),
    [true, true, false, true],
  );
  // Only the client and its deputies answer, and no admin who acts for it.
  assert.deepEqual(
    [anna, wanda, root].map((sender) => canAnswerQuote(anna, sender, ticketOf())),
    [true, true, false],
  );
  assert.equal(canAnswerQuote(root, root, ticketOf()), false);
  const quote = { sent_by: 'walter' } as TicketQuote;
  assert.deepEqual(
    [anna, wanda, walter, root].map((who) => canWithdrawQuote(who, ticketOf(), quote)),
    [false, true, true, true],
  );
});

it('months go back over the turn of the year, and have all of their days', () => {
  assert.deepEqual(lastMonths(new Date(2026, 1, 28, 12), 4), ['2026-02', '2026-01', '2025-12', '2025-11']);
  assert.deepEqual(
    ['2026-02', '2028-02', '2026-12'].map((month) => daysOfMonth(month).to),
    ['2026-02-28', '2028-02-29', '2026-12-31'],
  );
});
