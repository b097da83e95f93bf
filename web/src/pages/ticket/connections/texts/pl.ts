import type { ConnectionTexts } from './en.ts';

export const pl: ConnectionTexts = {
  notOffline: 'To wymaga połączenia.',
  edit: 'Edytuj',
  editTitle: 'Edytuj zgłoszenie',
  edited: 'Zmieniono zgłoszenie.',
  fields: {
    description: 'Opis',
    descriptionHint: 'Przydzielony wykonawca dostanie powiadomienie. Poprzednia treść zostaje w aktywności.',
  },
  tags: 'Etykiety',
  tag: 'Etykieta',
  add: 'Dodaj',
  addTag: 'Dodaj etykietę',
  removeTag: (tag) => `Usuń etykietę: ${tag}`,
  showTagged: (tag) => `Pokaż wszystkie zgłoszenia z etykietą ${tag}`,
  links: 'Powiązane zgłoszenia',
  addLink: 'Powiąż zgłoszenie',
  kind: 'To zgłoszenie …',
  newKinds: {
    related: 'jest powiązane z drugim',
    duplicate: 'jest duplikatem drugiego',
    blocks: 'blokuje drugie',
    follow_up: 'ma w drugim swoją kontynuację',
  },
  kinds: {
    out: { related: 'Powiązane', duplicate: 'Duplikat zgłoszenia', blocks: 'Blokuje', follow_up: 'Kontynuacja' },
    in: {
      related: 'Powiązane',
      duplicate: 'Ma duplikat',
      blocks: 'Blokowane przez',
      follow_up: 'Kontynuacja zgłoszenia',
    },
  },
  searchTicket: 'Drugie zgłoszenie',
  searchHint: 'Jego numer lub słowa z niego',
  linked: (id) => `Powiązano ze zgłoszeniem #${id}.`,
  removeLink: (id) => `Usuń powiązanie ze zgłoszeniem #${id}`,
};
