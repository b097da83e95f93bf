import type { ArchivedTicket } from './format.ts';

/** Letters that Unicode does not take apart, and the way umlauts are typed without them. */
const spelledOut: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', ł: 'l', ø: 'o', đ: 'd' };

const withoutAccents = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '');
const spellOut = (text: string): string =>
  text.normalize('NFC').replaceAll(/[äöüßłøđ]/g, (letter) => spelledOut[letter] ?? letter);

/** A word as it may be written: Tür, Tur, Tuer. */
const spellings = (word: string): string[] => [
  ...new Set([withoutAccents(word.replaceAll('ß', 'ss')), withoutAccents(spellOut(word))]),
];

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFC')
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** What somebody searches for, as the search of the service understands it, without its tolerance for typing errors. */
export interface ArchiveSearch {
  /** of tickets, written as #123 */
  numbers: number[];
  /** beginnings of words, each in all its spellings */
  words: string[][];
}

export function parseSearch(words: readonly string[]): ArchiveSearch {
  const parts = words.flatMap((word) => word.split(/\s+/));
  const numbers = parts.flatMap((part) => /^#(\d{1,10})$/.exec(part)?.[1] ?? []).map(Number);
  const others = parts.filter((part) => !/^#\d{1,10}$/.test(part));
  return { numbers, words: others.flatMap(wordsOf).map(spellings) };
}

/** Whether a ticket has the number and all words: in number, description, address, object, project, reasons and comments. */
export function isFound({ numbers, words }: ArchiveSearch, ticket: ArchivedTicket): boolean {
  if (numbers.some((number) => number !== ticket.id)) return false;
  const { id, description, address, floor, object, project, comments, journal } = ticket;
  const reasons = journal.filter(({ action }) => action === 'rejected' || action === 'canceled').map(({ comment }) => comment);
  const texts = [
    String(id),
    description,
    address,
    floor,
    object.name,
    project.name,
    ...reasons,
    ...comments.map(({ text }) => text),
  ];
  const found = texts.flatMap(wordsOf).flatMap(spellings);
  return words.every((spelled) => found.some((word) => spelled.some((beginning) => word.startsWith(beginning))));
}
