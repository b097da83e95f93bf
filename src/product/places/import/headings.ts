// The headings of columns that files of people have, besides the names of the columns: in the languages of the console.

const project = ['projekt'];
const object = ['building', 'gebäude', 'objekt', 'haus', 'budynek', 'obiekt'];
const name = ['bezeichnung', 'nazwa'];

/** By the column, as `normalHeading` writes them. */
export const headings = {
  workers: {
    name: ['full name', 'worker', 'vor und nachname', 'vorname nachname', 'handwerker', 'imię i nazwisko', 'nazwa', 'pracownik'],
    email: ['e mail', 'mail', 'email address', 'e mail address', 'mailadresse', 'e mail adresse', 'adres e mail', 'adres email'],
    phone: [
      'phone number',
      'telephone',
      'mobile',
      'telefon',
      'telefonnummer',
      'mobil',
      'handy',
      'numer telefonu',
      'telefon komórkowy',
    ],
  },
  objects: {
    project,
    name: [...name, ...object],
    address: ['adresse', 'anschrift', 'adres'],
    reference: ['referenz', 'objektnummer', 'numer zewnętrzny', 'numer referencyjny'],
  },
  equipment: {
    project,
    object,
    name: [...name, 'equipment', 'anlage', 'gerät', 'urządzenie'],
    kind: ['type', 'art', 'typ', 'rodzaj'],
    location: ['where it is', 'ort', 'standort', 'wo sie ist', 'miejsce', 'lokalizacja', 'gdzie się znajduje'],
    serial: ['serial number', 'seriennummer', 'numer seryjny'],
    installed_on: ['installation date', 'eingebaut am', 'einbaudatum', 'installiert am', 'zamontowano', 'data montażu'],
    warranty_until: ['warranty', 'gewährleistung bis', 'garantie bis', 'gwarancja do'],
  },
} as const satisfies Record<string, Readonly<Record<string, readonly string[]>>>;

/** A heading without what makes no difference: case, and what is between its words and after them. */
export const normalHeading = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s_*:.-]+/g, ' ')
    .trim();
