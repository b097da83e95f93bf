import { useEffect } from 'react';
import { useFormMutation } from '../../api/queries.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { InvitationCard, type Invited } from './invitation-card.tsx';
import { useInvitingTexts } from './texts/texts.ts';

/** Issues another link for somebody who has not set a password, and shows it. */
export function InvitationDialog({ user, onClose }: { user: Invited; onClose: () => void }) {
  const texts = useInvitingTexts();
  const issue = useFormMutation('POST /ext/users/{id}/invitation', { invalidates: [] });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => issue.mutate({ params: { id: user.id }, body: { mail: false } }), []);
  return (
    <Dialog title={texts.link} onClose={onClose} closesOnBackdrop={false}>
      {issue.isPending && <ListSkeleton height={120} />}
      <FormError error={issue.error} />
      {issue.data && <InvitationCard user={user} link={issue.data.link} expiresAt={issue.data.expires_at} />}
    </Dialog>
  );
}
