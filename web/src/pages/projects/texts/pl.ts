import type { ProjectTexts } from './en.ts';

export const pl: ProjectTexts = {
  title: 'Dodaj wykonawcę',
  create: 'Nowy wykonawca',
  canSignIn: 'Może się od razu zalogować',
  approveLater: 'Logowanie będzie możliwe, gdy zatwierdzisz konto. Potem możesz wysłać zaproszenie.',
  inviteTo: (project) => `Zaproś do projektu ${project}`,
  submit: 'Dodaj wykonawcę',
  added: (name) => `Dodano: ${name}`,
  invited: (project) => `Wysłano zaproszenie do projektu ${project}. Wygasa za 7 dni.`,
  done: 'Gotowe',
  removeMemberTitle: (name) => `Usunąć wykonawcę ${name} z tego projektu?`,
  removeMemberText:
    'Ten wykonawca nie będzie już widzieć dostępnych zgłoszeń tego projektu. Aby wrócić, będzie potrzebować nowego zaproszenia.',
  memberRemoved: (name) => `Usunięto wykonawcę ${name} z projektu.`,
  remove: 'Usunąć projekt?',
  removeText:
    'Spowoduje to trwałe usunięcie budynków, członkostw wykonawców, harmonogramów i wszystkich zgłoszeń ze zdjęciami. Aby potwierdzić, wpisz nazwę projektu.',
  removed: 'Usunięto projekt.',
  objectNotesHint: 'Klucze, kody, do kogo dzwonić: dla wykonawców projektu, przy każdym zgłoszeniu.',
  noPeople: 'Brak wykonawców',
  noPeopleText: 'Wykonawcy, którzy dołączą, widzą dostępne zgłoszenia tego projektu.',
  until: 'wygasa',
  expired: 'wygasło',
  reinvite: 'Zaproś ponownie',
  noObjects: 'Brak budynków',
  noObjectsText: 'Dodaj budynki, dla których chcesz tworzyć zgłoszenia.',
  removeMember: 'Usuń',
};
