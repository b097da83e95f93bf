import { useMessages } from '../i18n/locale.ts';
import { isLoopbackUrl } from '../lib/loopback.ts';
import { Note } from '../ui/note.tsx';

/** Warns before an address is passed on that nobody else can open. @param url what is printed, sent or shown */
export function LoopbackNote({ url }: { url: string }) {
  const messages = useMessages();
  return isLoopbackUrl(url) ? <Note tone="warning">{messages.people.onlyHere}</Note> : null;
}
