import type { FileKind } from '../../contract/import-kinds.ts';
import type { Messages } from '../../i18n/en.ts';
import { serverMessageText } from '../../i18n/error-text.ts';
import { tooLargeMessage } from './read-rows.ts';
import type { ImportTexts } from './texts/en.ts';

type Text = (texts: ImportTexts['errors'], detail: string, secondDetail: string, nameOf: (column: string) => string) => string;

const patterns: [pattern: RegExp, text: Text][] = [
  [/^the file is empty$/, (texts) => texts.empty],
  [/^the file has no rows/, (texts) => texts.noRows],
  [/^a file has at most (\d+) rows$/, (texts, max) => texts.tooManyRows(Number(max))],
  [/quotation marks do not match$/, (texts) => texts.quotationMarks],
  [/^the first row must name the columns .*: "(.*)" is none$/, (texts, heading) => texts.unknownColumn(heading)],
  [/^the column (\w+) is missing$/, (texts, column, _, nameOf) => texts.missingColumn(nameOf(column))],
  [/^the column (\w+) is there twice$/, (texts, column, _, nameOf) => texts.repeatedColumn(nameOf(column))],
  [new RegExp(`^${tooLargeMessage}$`), (texts) => texts.tooLarge],
  [/ is the same as in row (\d+)$/, (texts, row) => texts.sameAs(Number(row))],
  [/^the file is a workbook/, (texts) => texts.workbook],
  [/^the file has the encoding of ([\w-]+),/, (texts, encoding) => texts.unreadEncoding(encoding)],
  [/^the encoding of the file is not recognized/, (texts) => texts.unknownEncoding],
  [/^the encoding of the file is not certain/, (texts) => texts.uncertainEncoding],
  [/^row (\d+) has the byte (\w+), which/, (texts, row, byte) => texts.foreignByte(Number(row), byte)],
  [/^the file is not valid UTF-16/, (texts) => texts.unknownEncoding],
  [/ has characters that were lost/, (texts) => texts.lostCharacters],
  [/^the row has more cells than the header$/, (texts) => texts.tooManyCells],
  [/^there is no project with this name$/, (texts) => texts.unknownProject],
  [/^several projects have this name$/, (texts) => texts.ambiguousProject],
  [/^the project has no object with this name$/, (texts) => texts.unknownObject],
];

/** The text for an error of a file or of one of its rows. */
export function importErrorText(message: string, kind: FileKind, texts: ImportTexts, messages: Messages): string {
  for (const [pattern, text] of patterns) {
    const match = pattern.exec(message);
    if (match) return text(texts.errors, match[1] ?? '', match[2] ?? '', (name) => columnLabel(name, kind, texts));
  }
  return serverMessageText(message, kind === 'workers' ? messages : withNameOfThing(messages));
}

/** The name of a column in the language of the user. */
export function columnLabel(name: string, kind: FileKind, { columns, personName }: ImportTexts): string {
  if (kind === 'workers' && name === 'name') return personName;
  return Object.entries(columns).find(([column]) => column === name)?.[1] ?? name;
}

/** Whether a file may be readable when its encoding is named. */
export const isAboutEncoding = (message: string): boolean => /^the encoding of the file is not /.test(message);

/** Errors of the service call the name of a person and those of other things the same. */
const withNameOfThing = (messages: Messages): Messages => ({
  ...messages,
  people: { ...messages.people, name: messages.project.name },
});
