import type { Language } from '../../../platform/lib/languages.ts';
import { mapInSlices } from '../../../platform/lib/slices.ts';
import { labelsIn } from '../../tickets/labels/labels.ts';
import { jobSheetTexts } from '../job-sheet/texts/texts.ts';
import type { ExportedTicket, Sheet } from './columns.ts';
import { headings, marks } from './headings.ts';

/** Gives a file for people the headings and the words of a language; one for programs has the names, words and ids of the API. */
export function translate(sheet: Sheet, language: Language): Sheet {
  const names: Readonly<Record<string, string>> = headings[language];
  const columns = sheet.columns
    .filter(({ isForPrograms }) => !isForPrograms)
    .map((column) => ({ ...column, name: names[column.name] ?? column.name }));
  return { ...sheet, language, columns, tickets: translateTickets(sheet.tickets, language) };
}

async function* translateTickets(tickets: Sheet['tickets'], language: Language): AsyncGenerator<ExportedTicket[]> {
  const { status, category, priority, holdReason } = labelsIn[language];
  const { deadline } = jobSheetTexts[language];
  const words: [string, Readonly<Record<string, string>>][] = Object.entries({
    status,
    category,
    priority,
    take_state: deadline,
    finish_state: deadline,
    hold_reason: holdReason,
    over_limit: marks[language],
  });
  const translateTicket = (ticket: ExportedTicket): ExportedTicket => {
    const translated = words.map(([property, texts]) => [property, texts[String(ticket[property])] ?? ticket[property]]);
    return { ...ticket, ...Object.fromEntries(translated) };
  };
  for await (const batch of tickets) yield await mapInSlices(batch, translateTicket);
}
