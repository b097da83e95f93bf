import type { TeamTexts } from './en.ts';

export const de: TeamTexts = {
  title: 'Teams',
  lead: 'Die Leitung eines Teams vertritt seine Mitglieder und verteilt ihre Aufträge.',
  leadOfWorker: 'Ihr Team.',
  create: 'Neues Team',
  none: 'Keine Teams',
  noneText: 'Ein Team ist eine Firma mit ihren Leuten.',
  noneOfWorker: 'Sie gehören zu keinem Team.',
  work: 'Offene Aufträge des Teams',
  noWork: 'Das Team hat keine offenen Aufträge.',
  noOther: 'Das Team hat keine weiteren Mitglieder.',
  name: 'Name',
  teamLead: 'Leitung',
  members: 'Mitglieder',
  add: 'Mitglied hinzufügen',
  remove: 'Entfernen',
  noLead: 'Ohne Leitung',
  editTitle: 'Team bearbeiten',
  deleteTitle: 'Dieses Team löschen?',
  deleteText: 'Die Handwerker und ihre Aufträge bleiben.',
  deleted: 'Team gelöscht.',
};
