import { useFormMutation } from '../../api/queries.ts';
import type { Profile } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { ProfileForm } from '../profile-form.tsx';
import { accountQueries } from './account-queries.ts';

/** Changes name and phone number of another account, for admins. */
export function ChangeProfile({ user, onClose }: { user: Profile; onClose: () => void }) {
  const messages = useMessages();
  const change = useFormMutation('PATCH /ext/users/{id}', {
    invalidates: [...accountQueries, 'GET /ext/tickets/{id}/contacts'],
    onSuccess: () => {
      showToast({ text: messages.app.saved });
      onClose();
    },
  });
  return (
    <ProfileForm
      user={user}
      onSubmit={(body) => change.mutate({ params: { id: user.id }, body })}
      onCancel={onClose}
      isBusy={change.isPending}
      error={change.error}
    />
  );
}
