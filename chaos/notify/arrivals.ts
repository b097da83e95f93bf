import type { NotificationChannels, Recipient } from '../../testing/notification-channels.ts';

// What arrived over the channels, as people read it.

export const channelNames = ['messenger', 'email', 'push'] as const;
type ChannelName = (typeof channelNames)[number];

/** One thing that a message tells. */
export interface Arrival<Person extends Recipient> {
  channel: ChannelName;
  person: Person;
  event: string;
  /** the description of the ticket */
  job: string;
  at: number;
}

/** The texts of the service, by which people tell the events from each other. */
const eventOfHeadline: Record<string, string> = {
  'New job': 'ticket_available',
  'Assigned to you': 'ticket_assigned',
  'Work has started': 'ticket_started',
  'Ready for your confirmation': 'ticket_done',
  'Needs rework': 'ticket_rejected',
  Confirmed: 'ticket_confirmed',
  Cancelled: 'ticket_canceled',
};
const headline = new RegExp(`^(${Object.keys(eventOfHeadline).join('|')}): (ticket-\\d+-\\d+)$`, 'gm');

/** @returns everything that arrived and tells of tickets, and what belongs to nobody */
export function readArrivals<Person extends Recipient>(
  channels: NotificationChannels,
  people: Person[],
): { arrivals: Arrival<Person>[]; unknown: string[] } {
  const unknown: string[] = [];
  const arrivals = messagesOf(channels, people).flatMap(({ channel, person, text, at }) => {
    const headlines = [...text.matchAll(headline)];
    // Accounts get other mails, too.
    if (!person || (headlines.length === 0 && /\bticket-\d/.test(text)))
      unknown.push(`${channel} to ${person?.user.email ?? 'nobody'}: ${text.slice(0, 200)}`);
    if (!person) return [];
    return headlines.map(([, title = '', job = '']): Arrival<Person> => {
      return { channel, person, event: eventOfHeadline[title] ?? '', job, at: at.getTime() };
    });
  });
  return { arrivals, unknown };
}

function messagesOf<Person extends Recipient>({ botApi, smtp, push }: NotificationChannels, people: Person[]) {
  const byChat = new Map(people.map((person) => [person.chatId, person]));
  const byAddress = new Map(people.map((person) => [person.user.email, person]));
  const byPath = new Map(people.map((person) => [person.browser.path, person]));
  return [
    ...botApi.sent().map(({ chat_id, readable, time }) => {
      return { channel: 'messenger' as const, person: byChat.get(chat_id), text: readable, at: time };
    }),
    ...smtp.mails().map(({ to, text, time }) => {
      return { channel: 'email' as const, person: byAddress.get(to.join()), text, at: time };
    }),
    ...push.received().map(({ path, body, time }) => {
      const person = byPath.get(path);
      const { title, body: text } = person ? JSON.parse(person.browser.decrypt(body)) : { title: '', body: '' };
      return { channel: 'push' as const, person, text: `${title}\n${text}`, at: time };
    }),
  ];
}
