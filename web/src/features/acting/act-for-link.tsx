import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useApiQuery } from '../../api/queries.ts';
import { showToast } from '../../lib/toasts.ts';
import { principal, startActing, stopActing } from '../../session/acting.ts';
import { useSender } from '../../session/session-store.ts';
import { SessionLoading } from '../session-loading.tsx';
import { useActingTexts } from './texts/texts.ts';

interface Props {
  /** the account of the link, for example of a mail to a deputy */
  id: string;
  /** the page without the parameter */
  path: string;
}

/** Opens a page for the account that its link names, when the user may act for it. */
export function ActForLink({ id, path }: Props) {
  const texts = useActingTexts();
  const router = useRouter();
  const sender = useSender();
  const { data, error } = useApiQuery('GET /ext/me');
  useEffect(() => {
    const isPresent = id === (principal?.id ?? sender.id);
    const next = data?.acts_for.find((account) => account.id === id);
    if (!isPresent && !data && !error) return;
    if (!isPresent && next) return startActing(sender.id, next, path);
    if (!isPresent && principal && id === sender.id) return stopActing(path);
    if (!isPresent) showToast(data ? { text: texts.notYours } : { error: error ?? new Error() });
    void router.navigate({ href: router.history.createHref(`/app${path}`), replace: true });
  }, [id, path, sender.id, data, error, router, texts]);
  return <SessionLoading />;
}
