import { escapeHtml } from '../../platform/lib/text.ts';
import type { Category, Priority } from '../../product/tickets/tables.ts';
import type { Texts } from '../texts/texts.ts';

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
export function reminderText(texts: Texts, ticket: TicketDetails, link: string, now: Date): string {
  const { reminder, waitsFor } = texts.ticket;
  return render(texts, reminder(ticket.id), waitsFor(ageOf(texts, ticket, now)), ticket, link);
}

/** @param link the ticket in the console */
export function ruleTicketText(texts: Texts, ticket: TicketDetails, link: string, now: Date): string {
  const { createdByRule, createdBefore } = texts.ticket;
  return render(texts, createdByRule(ticket.id), createdBefore(ageOf(texts, ticket, now)), ticket, link);
}

const ageOf = (texts: Texts, { created_at }: TicketDetails, now: Date): string =>
  texts.ticket.duration(now.getTime() - new Date(created_at).getTime());

function render(texts: Texts, title: string, ageSentence: string, ticket: TicketDetails, link: string): string {
  const { description, category, priority, floor, address, object_name, project_name } = ticket;
  const location = [object_name, address, ...(floor ? [texts.ticket.floor(floor)] : [])].join(', ');
  const details = [
    `${location} (${project_name})`,
    `${texts.category[category]}, ${texts.ticket.withPriority(texts.priority[priority])}`,
    truncate(description),
    '',
    link,
  ];
  return [`<b>${title}</b>`, ageSentence, '', ...details.map(escapeHtml)].join('\n');
}

function truncate(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ')];
  return characters.length > maxDescriptionLength
    ? `${characters.slice(0, maxDescriptionLength - 1).join('')}…`
    : characters.join('');
}
