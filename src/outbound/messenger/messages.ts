import { escapeHtml } from '../../platform/lib/text.ts';
import type { Category, Priority } from '../../product/tickets/tables.ts';
import type { BotReply } from './payloads.ts';

// Messages are in the HTML of the Bot API, which allows few tags.

const maxDescriptionLength = 300;

/** What a message says about a ticket. */
interface TicketDetails {
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
export function reminderText(ticket: TicketDetails, link: string, now: Date): string {
  const ageSentence = `Nobody has taken it for ${ageOf(ticket, now)}.`;
  return render(`Ticket #${ticket.id} still waits for a worker`, ageSentence, ticket, link);
}

/** @param link the ticket in the console */
export function ruleTicketText(ticket: TicketDetails, link: string, now: Date): string {
  return render(`A rule has made ticket #${ticket.id}`, `It came ${ageOf(ticket, now)} ago.`, ticket, link);
}

function render(title: string, ageSentence: string, ticket: TicketDetails, link: string): string {
  const { description, category, priority, floor, address, object_name, project_name } = ticket;
  const location = [object_name, address, ...(floor ? [`floor ${floor}`] : [])].join(', ');
  const details = [
    `${location} (${project_name})`,
    `${categoryLabels[category]}, ${priority} priority`,
    truncate(description),
    '',
    link,
  ];
  return [`<b>${title}</b>`, ageSentence, '', ...details.map(escapeHtml)].join('\n');
}

const categoryLabels: Record<Category, string> = {
  electric: 'Electrical',
  plumbing: 'Plumbing',
  climate: 'Heating & cooling',
  elevator: 'Elevator',
  other: 'Other',
};

function truncate(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ')];
  return characters.length > maxDescriptionLength
    ? `${characters.slice(0, maxDescriptionLength - 1).join('')}…`
    : characters.join('');
}

/** The age in words, with the two largest units that are not zero: `1 day 2 hours`. */
function ageOf({ created_at }: TicketDetails, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - new Date(created_at).getTime()) / 60_000));
  const parts: [number, string][] = [
    [Math.floor(minutes / 1440), 'day'],
    [Math.floor(minutes / 60) % 24, 'hour'],
    [minutes % 60, 'minute'],
  ];
  const words = parts.filter(([n]) => n > 0).map(([n, unit]) => `${n} ${unit}${n === 1 ? '' : 's'}`);
  return words.slice(0, 2).join(' ') || 'less than a minute';
}

export const testMessage = 'This is a test. You will be told of your maintenance tickets here.';

export const botReplies: Record<BotReply['answer'], string> = {
  welcome:
    'This bot tells you of your maintenance tickets. To bind this chat, ask for a code under “Notifications” in the console and send it here.',
  bound: 'This chat is bound. You will be told here of tickets that wait and of tickets that rules make. /stop ends it.',
  expired: 'This code was used already or is too old. Ask for a new one in the console.',
  unknown: 'This code is not known. Ask for a new one in the console.',
  bound_here: 'This chat is bound: you are told here. /stop ends it.',
  not_bound: 'This chat is not bound to any account. Ask for a code in the console and send it here.',
  stop_refused: 'Somebody else bound this chat. Only that person can end it here, or its owner in the console.',
  stopped: 'You will not be told here any more. A new code from the console binds this chat again.',
};
