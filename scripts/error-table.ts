import { readFileSync, writeFileSync } from 'node:fs';
import { allErrorCodes, type ErrorCode, errorCodes } from '../src/platform/http/error-codes.ts';

// Writes the table of docs/errors.md from the list of codes: `npm run openapi`.

const page = new URL('../docs/errors.md', import.meta.url);
const header = '| code | status | cause | remedy |\n| --- | --- | --- | --- |\n';

/** @returns the text of docs/errors.md with the table that belongs there now */
export function withErrorTable(): string {
  const text = readFileSync(page, 'utf8');
  const rows = allErrorCodes().map(rowOf).join('');
  const start = text.indexOf(header);
  if (start === -1) throw new Error('docs/errors.md has no table of the codes');
  return `${text.slice(0, start)}${header}${rows}`;
}

function rowOf(code: ErrorCode): string {
  const { statuses, cause, remedy } = errorCodes[code];
  return `| \`${code}\` | ${statuses.join(', ')} | ${cause} | ${remedy} |\n`;
}

if (import.meta.main) writeFileSync(page, withErrorTable());
