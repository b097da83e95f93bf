import { Link } from '@tanstack/react-router';
import { isLoopbackUrl, isPrivateUrl } from '../../lib/loopback.ts';
import { useSessionPhase } from '../../session/session-store.ts';
import { Note } from '../../ui/note.tsx';
import { usePassOnTexts } from './texts/texts.ts';

/** Warns before an address is passed on that nobody, or nobody outside of the network, can open. @param url what is printed, sent or shown */
export function ReachNote({ url }: { url: string }) {
  const texts = usePassOnTexts();
  const phase = useSessionPhase();
  const isAdmin = phase.name === 'signed-in' && phase.session.user.role === 'admin';
  if (isLoopbackUrl(url)) {
    return (
      <Note tone="warning">
        {texts.onlyHere} {isAdmin ? <Link to="/settings/installation">{texts.setAddress}</Link> : texts.askAdmin}
      </Note>
    );
  }
  return isPrivateUrl(url) ? <Note tone="warning">{texts.onlyInNetwork}</Note> : null;
}
