import { pluralFormatter } from '../../../i18n/plurals.ts';
import type { PlannerTexts } from './en.ts';

const n = pluralFormatter('de');

export const de: PlannerTexts = {
  lead: 'Ziehen Sie Aufträge auf Personen und Tage, oder nehmen Sie die Schaltfläche eines Auftrags.',
  length: 'Länge',
  views: { day: 'Tag', week: 'Woche', twoWeeks: '2 Wochen' },
  previous: 'Zurück',
  today: 'Heute',
  next: 'Weiter',
  print: 'Drucken',
  findPerson: 'Person suchen',
  person: 'Person',
  nobody: 'Niemand zu sehen.',
  nothing: 'Nichts geplant.',
  unassigned: 'Noch niemand',
  open: (count) => `${count} offen`,
  refused: 'Nicht in diesem Projekt',
  away: 'Abwesend',
  busy: 'Belegt',
  unplanned: 'Ohne Termin',
  nothingUnplanned: 'Jeder Auftrag hat einen Termin.',
  moreUnplanned: (count) => `Zu sehen sind die ${count} dringendsten. Wählen Sie ein Projekt, um andere zu sehen.`,
  plan: 'Planen',
  move: 'Verschieben',
  planTitle: 'Auftrag planen',
  moveTitle: 'Termin verschieben',
  save: 'Termin speichern',
  cancel: 'Termin absagen',
  canceled: 'Termin abgesagt.',
  fixed: { done: 'Die Arbeit ist erledigt, der Termin bleibt.', notYours: 'Nicht von Ihnen zu planen' },
  onlyOwn: 'Sie können nur Ihre eigenen Aufträge planen.',
  notInProject: (name, project) => `${name} ist nicht wählbar: ${project} hat kein solches aktives Mitglied.`,
  assigned: (name) => `Der Auftrag wird ${name} zugewiesen.`,
  reassigned: (from, to) => `Der Auftrag geht von ${from} an ${to}.`,
  isAway: (name) => `${name} ist an diesem Tag abwesend.`,
  overlap: (time, what) => `Überschneidet sich mit ${time}: ${what}`,
  otherDays: 'Was an diesem Tag sonst ansteht, steht nach dem Speichern da.',
  onlyAssigned: 'Der Auftrag ist zugewiesen, sein Termin aber nicht gespeichert.',
  planned: (name) => `Für ${name} geplant.`,
  plannedForNobody: 'Termin festgelegt.',
  overlaps: (count) =>
    count === 0
      ? ''
      : n(count, { one: 'Er überschneidet sich mit {n} anderen.', other: 'Er überschneidet sich mit {n} anderen.' }),
};
