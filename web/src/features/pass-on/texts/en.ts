export const en = {
  qr: 'QR code of the link',
  copyMessage: 'Copy message',
  share: 'Share',
  print: 'Print',
  onlyHere: 'Only this computer can open this address, so there is no QR code.',
  setAddress: 'Set the address that others open',
  askAdmin: 'Ask an admin to set the public address in the settings.',
  onlyInNetwork: 'This address works only in the network of the server. Phones outside of it cannot open it.',
};
export type PassOnTexts = typeof en;
