import { readFileSync, writeFileSync } from 'node:fs';
import type { SettingDefinition } from '../src/platform/config/settings/kinds.ts';
import { settingGroups } from '../src/platform/config/settings.ts';
import { consoleSettingOf } from '../src/platform/config/storable-settings.ts';
import { days } from '../src/platform/lib/duration.ts';

// Writes the tables of docs/configuration.md and .env.example from the definitions of the settings: `npm run openapi`.

const page = new URL('../docs/configuration.md', import.meta.url);
const example = new URL('../.env.example', import.meta.url);
const begin = '<!-- Written by scripts/settings-table.ts from src/platform/config/settings.ts. -->\n';
const tableHeader = '| name | type | default | in the console | meaning |\n| --- | --- | --- | --- | --- |\n';
const lineWidth = 120;

/** @returns the text of docs/configuration.md with the tables that belong there now */
export function withSettingTables(): string {
  const text = readFileSync(page, 'utf8');
  const tables = Object.entries(settingGroups).map(
    ([title, group]) => `\n## ${title}\n\n${tableHeader}${entriesOf(group).map(rowOf).join('')}`,
  );
  return `${text.slice(0, text.indexOf(begin))}${begin}${tables.join('')}`;
}

/** @returns the text of .env.example */
export function environmentExample(): string {
  const groups = Object.entries(settingGroups).map(
    ([title, group]) => `\n# ${title}\n\n${entriesOf(group).map(exampleOf).join('')}`,
  );
  const head = [
    '# Every setting of Callout with its default (docs/configuration.md). `callout start` writes its own .env; `callout serve` reads the',
    '# environment only. A secret can also be given as NAME_FILE, the path of a file.',
    '',
  ];
  return `${head.join('\n')}${groups.join('')}`;
}

const entriesOf = (group: Record<string, SettingDefinition>): [string, SettingDefinition][] => Object.entries(group);

function rowOf([name, setting]: [string, SettingDefinition]): string {
  const value = defaultOf(setting);
  const inConsole = consoleSettingOf(name);
  const cells = [
    `\`${name}\``,
    typeOf(setting),
    value && `\`${value}\``,
    inConsole ? `\`${inConsole.setting}\`, since ${inConsole.since}` : '',
    setting.meaning,
  ];
  return `| ${cells.join(' | ')} |\n`;
}

function exampleOf([name, setting]: [string, SettingDefinition]): string {
  const withoutLinks = setting.meaning
    .replaceAll(/ \(\[[^\]]*\]\([^)]*\)\)/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^./, (letter) => letter.toUpperCase());
  const type = isObvious(setting) ? '' : ` (${typeOf(setting)})`;
  return `${wrap(`${withoutLinks}${type}`.replaceAll('`', ''))}${name}=${defaultOf(setting)}\n`;
}

/** @returns comment lines */
function wrap(text: string): string {
  const lines = ['#'];
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)} ${word}`;
    if (line.length <= lineWidth) lines.splice(-1, 1, line);
    else lines.push(`# ${word}`);
  }
  return `${lines.join('\n')}\n`;
}

const isObvious = ({ kind }: SettingDefinition): boolean => ['secret', 'text', 'host', 'url', 'flag'].includes(kind);

function defaultOf(setting: SettingDefinition): string {
  return 'default' in setting ? String(setting.default ?? '') : '';
}

function typeOf(setting: SettingDefinition): string {
  switch (setting.kind) {
    case 'integer':
      return `${setting.unit ?? 'number'}, ${rangeOf(setting)}`;
    case 'duration':
      return Number.isFinite(setting.maxMs) ? `duration, at most ${setting.maxMs / days(1)}d` : 'duration';
    case 'flag':
      return '`true` or `false`';
    case 'choice':
      return `one of ${setting.allowed
        .filter(Boolean)
        .map((value) => `\`${value}\``)
        .join(', ')}`;
    case 'hosts':
      return 'list of `host:port`';
    case 'url':
      return 'URL';
    default:
      return setting.kind;
  }
}

const rangeOf = ({ min, max }: { min: number; max: number }): string =>
  max === Number.MAX_SAFE_INTEGER ? `${min} or more` : `${min} to ${max}`;

if (import.meta.main) {
  writeFileSync(page, withSettingTables());
  writeFileSync(example, environmentExample());
}
