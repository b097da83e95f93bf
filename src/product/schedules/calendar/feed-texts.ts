import type { Language } from '../../../platform/lib/languages.ts';
import type { Blocker } from '../recurring/run-blockers.ts';

interface FeedTexts {
  takeBy: string;
  finishBy: string;
  appointment: string;
  /** before the reason why a run creates no request */
  willNotRun: string;
  reasons: Record<Blocker, string>;
}

/** The texts of calendar feeds. */
export const feedTexts: Record<Language, FeedTexts> = {
  en: {
    takeBy: 'Due to be accepted',
    finishBy: 'Due to be finished',
    appointment: 'Appointment',
    willNotRun: 'No request is created',
    reasons: {
      rule_disabled: 'the schedule is disabled',
      project_disabled: 'the project is disabled',
      object_disabled: 'the building is disabled',
      previous_ticket_open: 'the previous request is still open',
    },
  },
  de: {
    takeBy: 'Annahme fällig',
    finishBy: 'Fertigstellung fällig',
    appointment: 'Termin',
    willNotRun: 'Es wird kein Auftrag erstellt',
    reasons: {
      rule_disabled: 'der Zeitplan ist deaktiviert',
      project_disabled: 'das Projekt ist deaktiviert',
      object_disabled: 'das Gebäude ist deaktiviert',
      previous_ticket_open: 'der vorige Auftrag ist noch offen',
    },
  },
  pl: {
    takeBy: 'Termin przyjęcia',
    finishBy: 'Termin ukończenia',
    appointment: 'Wizyta',
    willNotRun: 'Zgłoszenie nie zostanie utworzone',
    reasons: {
      rule_disabled: 'harmonogram jest wyłączony',
      project_disabled: 'projekt jest wyłączony',
      object_disabled: 'budynek jest wyłączony',
      previous_ticket_open: 'poprzednie zgłoszenie jest wciąż otwarte',
    },
  },
};
