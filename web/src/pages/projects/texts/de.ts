import type { ProjectTexts } from './en.ts';

export const de: ProjectTexts = {
  title: 'Handwerker hinzufügen',
  create: 'Neuer Handwerker',
  canSignIn: 'Kann sich sofort anmelden',
  approveLater: 'Die Anmeldung ist möglich, sobald Sie das Konto freigeben. Danach können Sie einladen.',
  inviteTo: (project) => `In das Projekt ${project} einladen`,
  submit: 'Handwerker hinzufügen',
  added: (name) => `${name} hinzugefügt`,
  invited: (project) => `In das Projekt ${project} eingeladen. Die Einladung läuft in 7 Tagen ab.`,
  done: 'Fertig',
  removeMemberTitle: (name) => `${name} aus diesem Projekt entfernen?`,
  removeMemberText:
    'Der Handwerker sieht die verfügbaren Aufträge dieses Projekts nicht mehr. Für die Rückkehr ist eine neue Einladung nötig.',
  memberRemoved: (name) => `${name} wurde aus dem Projekt entfernt.`,
  remove: 'Projekt löschen?',
  removeText:
    'Gebäude, Mitgliedschaften, Zeitpläne und alle Aufträge mit Fotos werden endgültig gelöscht. Geben Sie zur Bestätigung den Projektnamen ein.',
  removed: 'Projekt gelöscht.',
  objectNotesHint: 'Schlüssel, Codes, wo man klingelt: für die Handwerker des Projekts, an jedem Auftrag.',
  noPeople: 'Noch keine Handwerker',
  noPeopleText: 'Handwerker, die beitreten, sehen die verfügbaren Aufträge dieses Projekts.',
  until: 'endet',
  expired: 'abgelaufen',
  reinvite: 'Erneut einladen',
  noObjects: 'Noch keine Gebäude',
  noObjectsText: 'Fügen Sie die Gebäude hinzu, für die Sie Aufträge erteilen möchten.',
  removeMember: 'Entfernen',
};
