import type { ActingTexts } from './en.ts';

export const de: ActingTexts = {
  youActFor: 'Sie vertreten',
  mayOnlyRead: 'Sie können alles ansehen und nichts ändern.',
  namesYou: (name) => `Festgehalten unter Ihrem Namen: ${name}`,
  end: 'Beenden',
  endOf: (name) => ` (Vertretung von ${name})`,
  endFull: (name) => `Vertretung von ${name} beenden`,
  switchTitle: 'Konto wählen',
  switchText: 'Dieser Tab zeigt dann die Aufträge dieses Kontos. Was Sie tun, wird unter Ihrem Namen festgehalten.',
  act: 'Vertreten',
  actFor: (name) => `${name} vertreten`,
  ownAccount: 'Ihr eigenes Konto',
  back: 'Zurück',
  scope: { read: 'nur ansehen', write: 'ansehen und ändern' },
  present: 'Aktiv',
  unsent: 'Es ist noch nicht alles gesendet. Warten Sie darauf oder verwerfen Sie es zuerst.',
  notYours: 'Sie dürfen dieses Konto nicht vertreten.',
  notAvailable: 'Nicht verfügbar, während Sie jemanden vertreten',
  notAvailableText: 'Diese Seite gehört zu Ihrem eigenen Konto.',
  team: 'Team',
  deputies: 'Vertretungen',
};
