import type { Category, Priority } from '../../product/tickets/tables.ts';
import type { Answer } from './payloads.ts';

// What people read, in the HTML that the messenger knows: <b>, and text with &, < and > escaped.

const longestQuote = 300;

export interface TicketFacts {
  id: number;
  description: string;
  category: Category;
  priority: Priority;
  floor: string;
  address: string;
  object_name: string;
  project_name: string;
  created_at: string;
}

/** @param link the ticket in the console */
export function reminderText(ticket: TicketFacts, link: string, now: Date): string {
  const age = ageOf(ticket, now);
  return [`<b>Ticket #${ticket.id} still waits for a worker</b>`, `Nobody has taken it for ${age}.`, ...facts(ticket, link)].join(
    '\n',
  );
}

/** @param link the ticket in the console */
export function ruleTicketText(ticket: TicketFacts, link: string, now: Date): string {
  return [`<b>A rule has made ticket #${ticket.id}</b>`, `It came ${ageOf(ticket, now)} ago.`, ...facts(ticket, link)].join('\n');
}

function facts(
  { description, category, priority, floor, address, object_name, project_name }: TicketFacts,
  link: string,
): string[] {
  const place = [object_name, address, ...(floor ? [`floor ${floor}`] : [])].join(', ');
  return [
    '',
    escaped(`${place} (${project_name})`),
    escaped(`${names[category]}, ${priority} priority`),
    escaped(shortened(description)),
    '',
    escaped(link),
  ];
}

const names: Record<Category, string> = {
  electric: 'Electricity',
  plumbing: 'Plumbing',
  climate: 'Climate',
  elevator: 'Elevator',
  other: 'Other',
};

function shortened(text: string): string {
  const letters = [...text.replace(/\s+/g, ' ')];
  return letters.length > longestQuote ? `${letters.slice(0, longestQuote - 1).join('')}…` : letters.join('');
}

/** In words, by the two largest units that are not zero: `1 day 2 hours`. */
function ageOf({ created_at }: TicketFacts, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - new Date(created_at).getTime()) / 60_000));
  const parts: [number, string][] = [
    [Math.floor(minutes / 1440), 'day'],
    [Math.floor(minutes / 60) % 24, 'hour'],
    [minutes % 60, 'minute'],
  ];
  const words = parts.filter(([n]) => n > 0).map(([n, unit]) => `${n} ${unit}${n === 1 ? '' : 's'}`);
  return words.slice(0, 2).join(' ') || 'less than a minute';
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const testText = 'This is a test. You will be told of your maintenance tickets here.';

/** What a bot answers to whoever wrote to it. */
export const answerTexts: Record<Answer['answer'], string> = {
  welcome:
    'This bot tells you of your maintenance tickets. To bind this chat, ask for a code under “Messenger” in the console and send it here.',
  bound: 'This chat is bound. You will be told here of tickets that wait and of tickets that rules make. /stop ends it.',
  expired: 'This code was used already or is too old. Ask for a new one in the console.',
  unknown: 'This code is not known. Ask for a new one in the console.',
  bound_here: 'This chat is bound: you are told here. /stop ends it.',
  not_bound: 'This chat is not bound to any account. Ask for a code in the console and send it here.',
  stopped: 'You will not be told here any more. A new code from the console binds this chat again.',
};
