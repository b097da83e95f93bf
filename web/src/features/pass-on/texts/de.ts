import type { PassOnTexts } from './en.ts';

export const de: PassOnTexts = {
  qr: 'QR-Code des Links',
  copyMessage: 'Nachricht kopieren',
  share: 'Teilen',
  print: 'Drucken',
  onlyHere: 'Diese Adresse kann nur dieser Computer öffnen, daher gibt es keinen QR-Code.',
  setAddress: 'Adresse festlegen, die andere öffnen',
  askAdmin: 'Bitten Sie einen Admin, in den Einstellungen die öffentliche Adresse festzulegen.',
  onlyInNetwork: 'Diese Adresse funktioniert nur im Netz des Servers. Telefone außerhalb können sie nicht öffnen.',
};
