import type { PassOnTexts } from './en.ts';

export const pl: PassOnTexts = {
  qr: 'Kod QR linku',
  copyMessage: 'Kopiuj wiadomość',
  share: 'Udostępnij',
  print: 'Drukuj',
  onlyHere: 'Ten adres można otworzyć tylko na tym komputerze, dlatego nie ma kodu QR.',
  setAddress: 'Ustaw adres, który otwierają inni',
  askAdmin: 'Poproś administratora o ustawienie adresu publicznego w ustawieniach.',
  onlyInNetwork: 'Ten adres działa tylko w sieci serwera. Telefony spoza niej go nie otworzą.',
};
