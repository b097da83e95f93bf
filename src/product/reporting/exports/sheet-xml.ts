import { beginsFormula, type Column, type ExportedTicket, instantOf, type Sheet } from './columns.ts';
import type { LocalTime } from './local-time.ts';

// The parts of a workbook of Office Open XML (ECMA-376, part 1, SpreadsheetML).

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';
const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Indexes of the cell formats in styles.xml. */
const styles = { plain: 0, date: 1, head: 2, formulaLike: 3 };

/** What comes before and after the rows of a sheet; the first row stays visible. */
export const sheetHead = `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15" defaultColWidth="16"/><sheetData>`;
export const sheetEnd = '</sheetData></worksheet>';

/** The dates of a workbook have no offset: in one for people the headings of times name the zone, in others they stay those of the API. */
export function headRow({ columns, localTime, language }: Omit<Sheet, 'tickets'>): string {
  const headingOf = ({ kind, name }: Column): string => (language && kind === 'time' ? `${name} (${localTime.timezone})` : name);
  return row(
    1,
    columns.map((column, index) => stringCell(`${letters(index)}1`, headingOf(column), styles.head)),
  );
}

export function ticketRow(ticket: ExportedTicket, rowNumber: number, columns: readonly Column[], localTime: LocalTime): string {
  const cells = columns.map(({ kind, property }, index) => {
    const value = ticket[property];
    if (value === null || value === undefined || value === '') return '';
    const reference = `${letters(index)}${rowNumber}`;
    if (kind === 'number' || kind === 'decimal') return `<c r="${reference}"><v>${value}</v></c>`;
    if (kind === 'time') return `<c r="${reference}" s="${styles.date}"><v>${localTime.toSerial(instantOf(value))}</v></c>`;
    // A text is no formula. This style keeps it a text when somebody edits the cell.
    return stringCell(reference, String(value), beginsFormula(String(value)) ? styles.formulaLike : styles.plain);
  });
  return row(rowNumber, cells);
}

const row = (rowNumber: number, cells: readonly string[]): string => `<row r="${rowNumber}">${cells.join('')}</row>`;

const stringCell = (reference: string, value: string, style: number): string =>
  `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeText(value)}</t></is></c>`;

/** The name of a column: A to Z, then AA and so on. */
function letters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : letters(Math.floor(index / 26) - 1) + letter;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };
/** XML 1.0 has no way to write these. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what has to be found
const notXml = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
/** Word writes a vertical tab for a line break within a paragraph. */
const otherLineBreaks = /[\v\f]/g;

/** Excel reads `_x0041_` as an escaped A (ST_Xstring), so the underscore is escaped where a text contains that itself. */
const escapeText = (value: string): string =>
  value
    .replaceAll(otherLineBreaks, '\n')
    .replaceAll(notXml, '')
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(/[&<>\r]/g, (character) => entities[character] ?? '');

/** The files of a workbook beside its sheets, by path. */
export function workbookFiles(sheetCount: number): [path: string, content: string][] {
  const sheets = Array.from({ length: sheetCount }, (_, index) => index + 1);
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${relationships}/${type}" Target="${target}"/>`;
  const relationsOf = (...all: string[]): string =>
    `${declaration}<Relationships xmlns="${packageNamespace}/relationships">${all.join('')}</Relationships>`;
  const partOf = (path: string, type: string): string =>
    `<Override PartName="/xl/${path}" ContentType="${spreadsheetType}.${type}+xml"/>`;
  return [
    [
      '[Content_Types].xml',
      `${declaration}<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${partOf('workbook.xml', 'sheet.main')}${partOf('styles.xml', 'styles')}${sheets.map((one) => partOf(`worksheets/sheet${one}.xml`, 'worksheet')).join('')}</Types>`,
    ],
    ['_rels/.rels', relationsOf(relation('workbook', 'officeDocument', 'xl/workbook.xml'))],
    [
      'xl/workbook.xml',
      `${declaration}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${sheets.map((one) => `<sheet name="Tickets${one > 1 ? ` ${one}` : ''}" sheetId="${one}" r:id="sheet${one}"/>`).join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relationsOf(
        relation('styles', 'styles', 'styles.xml'),
        ...sheets.map((one) => relation(`sheet${one}`, 'worksheet', `worksheets/sheet${one}.xml`)),
      ),
    ],
    ['xl/styles.xml', stylesXml],
  ];
}

const stylesXml = `${declaration}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf xfId="0" fontId="1" applyFont="1" applyAlignment="1"><alignment wrapText="1"/></xf><xf xfId="0" quotePrefix="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
