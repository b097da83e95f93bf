import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isCompleteDate } from '../../web/src/pages/tickets/url-filters.ts';

it('isTypedDay accepts a day with a whole year, and none', () => {
  for (const text of ['', '2024-02-01', '1999-12-31']) assert(isCompleteDate(text), text);
});

it('isTypedDay refuses a year that is still being typed', () => {
  for (const text of ['0002-02-01', '0020-02-01', '0202-02-01']) assert(!isCompleteDate(text), text);
});
