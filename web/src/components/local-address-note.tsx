import { useMessages } from '../i18n/locale.ts';
import { isLoopbackAddress } from '../lib/loopback-address.ts';
import { Note } from './note.tsx';

/** Warns before an address is passed on or printed that nobody else can open, such as http://localhost. */
export function LocalAddressNote({ address }: { address: string }) {
  const messages = useMessages();
  return isLoopbackAddress(address) && <Note tone="warning">{messages.app.localAddress}</Note>;
}
