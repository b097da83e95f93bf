import { pluralFormatter } from '../../../i18n/plurals.ts';
import type { RuleTexts } from './en.ts';

const n = pluralFormatter('de');

export const de: RuleTexts = {
  checklists: 'Prüflisten',
  title: 'Zeitpläne',
  lead: 'Aufträge, die automatisch erstellt werden.',
  none: 'Noch keine Zeitpläne',
  noneText: 'Ein Zeitplan erstellt regelmäßig Aufträge, zum Beispiel für Prüfungen oder Filterwechsel.',
  name: (id) => `Zeitplan #${id}`,
  description: 'Was ist zu tun?',
  descriptionHint: 'Mindestens 5 Zeichen. Jeder Auftrag dieses Zeitplans erhält diese Beschreibung.',
  last: 'Zuletzt erstellt',
  never: 'Noch nicht',
  nextRunStatus: 'Status',
  due: 'Fällig: Der Auftrag wird bei der nächsten Prüfung erstellt',
  dueNow: 'Fällig: Der Auftrag wird gerade erstellt',
  notDue: 'Alles bereit',
  createdWithin: (hours) =>
    n(hours, {
      one: 'Der Auftrag entsteht innerhalb einer Stunde danach.',
      other: 'Der Auftrag entsteht innerhalb von {n} Stunden danach.',
    }),
  openTicket: (id) => `Auftrag #${id} anzeigen`,
  history: 'Verlauf',
  noRuns: 'Noch keine Aufträge erstellt.',
  ticketGone: 'Auftrag gelöscht',
  run: 'Auftrag jetzt erstellen',
  ran: (id) => `Auftrag #${id} erstellt.`,
  remove: 'Zeitplan löschen?',
  removeText: 'Der Verlauf wird ebenfalls gelöscht. Bereits erstellte Aufträge bleiben erhalten.',
  removed: 'Zeitplan gelöscht.',
  pause: 'Pausieren',
  resume: 'Fortsetzen',
  paused: 'Pausiert',
  off: 'Zeitplan pausiert.',
  on: 'Zeitplan fortgesetzt.',
  change: 'Zeitplan bearbeiten',
  createdBy: 'Angelegt von',
  runTitle: 'Jetzt einen Auftrag erstellen?',
  runText: (building) => `Er betrifft ${building} und kann sofort übernommen werden. Der Zeitplan läuft weiter wie geplant.`,
};
