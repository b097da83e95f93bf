import { IconPhoto } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { maxPictures } from '../../features/add-picture-buttons.tsx';
import { addReadable } from '../../features/add-readable.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { addDraftPicture, draftOf, readDraftPictures } from '../../session/draft-pictures.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { readSharedFiles, removeSharedFiles } from './shared-files.ts';
import { useInstalledTexts } from './texts/texts.ts';

/** Puts the photos that another app has shared into a new request. Workers add them to one of their requests themselves. */
export function SharePage() {
  const messages = useMessages();
  const texts = useInstalledTexts();
  const navigate = useNavigate();
  const { id, role } = useCurrentUser();
  const [isNothing, setNothing] = useState(false);
  const isWorker = role === 'worker';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    void takeOver().catch(() => setNothing(true));
  }, []);
  async function takeOver(): Promise<void> {
    const files = isWorker ? [] : await readSharedFiles();
    if (files.length === 0) {
      await removeSharedFiles();
      return setNothing(true);
    }
    const draft = draftOf(id, 'new-ticket');
    const free = maxPictures - (await readDraftPictures(draft)).length;
    const added: Promise<number | undefined>[] = [];
    await addReadable(files.slice(0, free), (readable) => {
      added.push(...readable.map((file) => addDraftPicture(draft, file)));
    });
    const ids = await Promise.all(added);
    await removeSharedFiles(); // not before the draft has them: the page may be closed in between
    if (ids.includes(undefined)) showToast({ text: texts.notKept });
    else if (files.length > free) showToast({ text: messages.upload.tooMany(files.length - free) });
    void navigate({ to: '/tickets/new', replace: true });
  }
  if (!isNothing) return <ListSkeleton />;
  return (
    <PageLayout title={texts.title}>
      <EmptyState
        icon={IconPhoto}
        title={isWorker ? texts.forWorkers : texts.nothing}
        action={<LinkButton to="/">{texts.home}</LinkButton>}
      >
        {isWorker ? texts.forWorkersText : texts.nothingText}
      </EmptyState>
    </PageLayout>
  );
}
