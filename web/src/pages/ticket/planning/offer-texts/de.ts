import type { OfferTexts } from './en.ts';

export const de: OfferTexts = {
  offer: 'Termine anbieten',
  offerOther: 'Andere Termine anbieten',
  text: 'Die meldende Person wählt einen davon auf der Seite der Meldung, oder lehnt alle ab.',
  open: 'Der meldenden Person angeboten, noch nicht gewählt:',
  offered: 'Termine angeboten.',
  declined: 'Die meldende Person hat die angebotenen Termine abgelehnt.',
  time: (index) => `Termin ${index}`,
  add: 'Termin hinzufügen',
  remove: 'Entfernen',
  removeTime: (index) => `Entfernen: Termin ${index}`,
  same: 'Zwei der Termine sind gleich.',
};
