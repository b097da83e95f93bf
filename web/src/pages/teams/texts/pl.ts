import type { TeamTexts } from './en.ts';

export const pl: TeamTexts = {
  title: 'Zespoły',
  lead: 'Kierownik zespołu działa w imieniu jego członków i rozdziela ich zgłoszenia.',
  leadOfWorker: 'Twój zespół.',
  create: 'Nowy zespół',
  none: 'Brak zespołów',
  noneText: 'Zespół to wykonawca i jego ludzie.',
  noneOfWorker: 'Nie należysz do żadnego zespołu.',
  work: 'Otwarte zgłoszenia zespołu',
  noWork: 'Zespół nie ma otwartych zgłoszeń.',
  noOther: 'Zespół nie ma innych członków.',
  name: 'Nazwa',
  teamLead: 'Kierownik',
  members: 'Członkowie',
  add: 'Dodaj członka',
  remove: 'Usuń',
  noLead: 'Bez kierownika',
  editTitle: 'Edytuj zespół',
  deleteTitle: 'Usunąć ten zespół?',
  deleteText: 'Jego wykonawcy i ich zgłoszenia zostają.',
  deleted: 'Zespół usunięty.',
};
