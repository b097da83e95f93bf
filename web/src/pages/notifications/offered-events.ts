import type { Role } from '../../contract/enums.ts';
import type { NotificationPreferences, NotificationSettings } from '../../contract/schemas.ts';
import { timeZone } from '../../i18n/dates.ts';

type Settings = Omit<NotificationPreferences, 'channels'>;
type Events = Settings['events'];
export type Channel = keyof NotificationPreferences['channels'];

/** What needs the person to do something; the rest is in the inbox. */
const sensibleEvents: Record<Role, readonly (keyof Events)[]> = {
  client: [
    'ticket_done',
    'confirmation_waiting',
    'ticket_canceled',
    'comment_added',
    'handed_back',
    'overdue',
    'rule_worker_missing',
    'report_received',
    'document_expiring',
    'webhook_disabled',
  ],
  worker: [
    'ticket_available',
    'ticket_assigned',
    'ticket_rejected',
    'ticket_canceled',
    'ticket_edited',
    'comment_added',
    'invitation',
    'due_soon',
  ],
  admin: ['handed_back', 'overdue', 'document_expiring', 'webhook_disabled'],
};

/** Whether a channel, or any, is turned on for some event. */
export const isOnSomewhere = (events: Events, channel?: Channel): boolean =>
  Object.values(events).some((switches) => (channel ? switches[channel] : Object.values(switches).includes(true)));

/** @returns the settings with these channels turned on for the events that need the person; other switches stay */
export function withSensibleEvents(settings: Settings, role: Role, channels: readonly Channel[]): NotificationSettings {
  const on = Object.fromEntries(channels.map((channel) => [channel, true]));
  const events = Object.entries(settings.events).map(([event, switches]) => {
    const isSensible = sensibleEvents[role].includes(event as keyof Events);
    return [event, isSensible ? { ...switches, ...on } : switches];
  });
  const isTimed = settings.quiet_hours !== null || settings.digest === 'daily';
  return { ...settings, events: Object.fromEntries(events), ...(!isTimed && { timezone: timeZone() }) };
}
