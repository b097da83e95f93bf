import { readFileSync, writeFileSync } from 'node:fs';
import { notificationEvents, notificationKinds } from '../src/outbound/notifications/kinds.ts';

// Writes the table of docs/notifications.md from the kinds of notifications: `npm run openapi`.

const page = new URL('../docs/notifications.md', import.meta.url);
const header = '| event | recipients | when |\n| --- | --- | --- |\n';

/** @returns the text of docs/notifications.md with the table that belongs there now */
export function withNotificationTable(): string {
  const text = readFileSync(page, 'utf8');
  const rows = notificationEvents.map((event) => {
    const { recipients, when } = notificationKinds[event];
    return `| \`${event}\` | ${recipients} | ${when} |\n`;
  });
  const start = text.indexOf(header);
  if (start === -1) throw new Error('docs/notifications.md has no table of the kinds');
  return `${text.slice(0, start)}${header}${rows.join('')}${text.slice(text.indexOf('\n\n', start) + 1)}`;
}

if (import.meta.main) writeFileSync(page, withNotificationTable());
