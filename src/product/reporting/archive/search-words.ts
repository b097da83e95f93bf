import { isBeginning, searchTerms, spellUmlauts } from '../../../platform/lib/fold-text.ts';
import type { ArchivedTicket } from './format.ts';

/** What somebody searches for, as the search of the service understands it, without its tolerance for typing errors. */
export interface ArchiveSearch {
  /** of tickets, written as #123 */
  numbers: number[];
  words: string[];
}

export function parseSearch(words: readonly string[]): ArchiveSearch {
  const parts = words.flatMap((word) => word.split(/\s+/));
  const numbers = parts.flatMap((part) => /^#(\d{1,10})$/.exec(part)?.[1] ?? []).map(Number);
  const others = parts.filter((part) => !/^#\d{1,10}$/.test(part));
  return { numbers, words: searchTerms(others.join(' '), true) };
}

/** Whether a ticket has the number and all words: in number, description, address, object, project, reasons and comments. */
export function isFound({ numbers, words }: ArchiveSearch, ticket: ArchivedTicket): boolean {
  if (numbers.some((number) => number !== ticket.id)) return false;
  const { id, description, address, object, project, comments, journal } = ticket;
  const reasons = journal.filter(({ action }) => action === 'rejected' || action === 'canceled').map(({ comment }) => comment);
  const texts = [String(id), description, address, object.name, project.name, ...reasons, ...comments.map(({ text }) => text)];
  const found = texts.flatMap((text) => [...searchTerms(text, false), ...searchTerms(spellUmlauts(text) ?? '', false)]);
  return words.every((word) => found.some((other) => (isBeginning(word) ? other.startsWith(word) : other === word)));
}
