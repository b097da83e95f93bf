import type { TeamTexts } from './en.ts';

export const pl: TeamTexts = {
  title: 'Zespoły',
  lead: 'Kierownik zespołu działa w imieniu jego członków i rozdziela ich zgłoszenia.',
  leadOfWorker: 'Twój zespół.',
  open: 'Otwórz zespoły',
  create: 'Nowy zespół',
  none: 'Brak zespołów',
  noneText: 'Zespół to wykonawca i jego ludzie.',
  noneOfWorker: 'Nie należysz do żadnego zespołu.',
  name: 'Nazwa',
  teamLead: 'Kierownik',
  members: 'Członkowie',
  add: 'Dodaj członka',
  remove: 'Usuń',
  noLead: 'Bez kierownika',
  editTitle: 'Edytuj zespół',
  deleteTitle: 'Usunąć ten zespół?',
  deleteText: 'Jego pracownicy i ich zgłoszenia zostają.',
  deleted: 'Zespół usunięty.',
};
