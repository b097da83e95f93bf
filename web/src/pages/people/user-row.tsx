import { Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../../api/queries.ts';
import type { AccountTrust, Profile } from '../../contract/schemas.ts';
import { AccountDialog } from '../../features/account-dialog/account-dialog.tsx';
import { useTrustTexts } from '../../features/account-trust/texts/texts.ts';
import { TrustNotes } from '../../features/account-trust/trust-notes.tsx';
import { ContactDetails } from '../../features/contact-details.tsx';
import { InvitationDialog } from '../../features/inviting/invitation-dialog.tsx';
import { useInvitingTexts } from '../../features/inviting/texts/texts.ts';
import { useMailEnabled } from '../../features/use-mail-enabled.ts';
import { useMessages } from '../../i18n/locale.ts';
import { isolateName } from '../../lib/bidirectional-controls.ts';
import { showToast } from '../../lib/toasts.ts';
import { principal } from '../../session/acting.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { ListRow, RowActions, RowButton } from '../../ui/list-rows.tsx';
import { Tag } from '../../ui/tag.tsx';
import { UserAvatar } from '../../ui/user-avatar.tsx';
import { useActivityTexts } from '../activity/texts/texts.ts';

interface Props {
  user: Profile;
  /** undefined until it is read */
  trust: AccountTrust | undefined;
  mayConfirm: boolean;
}

/** One account of a list. */
export function UserRow({ user, trust, mayConfirm }: Props) {
  const messages = useMessages();
  const trustTexts = useTrustTexts();
  const activity = useActivityTexts();
  const invitingTexts = useInvitingTexts();
  const me = useCurrentUser();
  const sendsMail = useMailEnabled() === true;
  const [isInviting, setInviting] = useState(false);
  const [isManaging, setManaging] = useState(false);
  const confirm = useApiMutation('POST /users/{id}/confirm', {
    invalidates: ['GET /users', 'GET /ext/unconfirmed'],
    onSuccess: () => showToast({ text: messages.people.confirmed(isolateName(user.name), sendsMail) }),
  });
  return (
    <ListRow
      picture={<UserAvatar id={user.id} name={user.name} size={40} isDisabled={!user.is_active} />}
      name={user.name}
      mark={
        user.id === me.id && (
          <Text span inherit c="dimmed">
            ({messages.people.you})
          </Text>
        )
      }
      details={<ContactDetails email={user.email} phone={user.phone} />}
      notes={<TrustNotes trust={trust} />}
    >
      {trust?.totp && <Tag>{trustTexts.twoFactorOn}</Tag>}
      {!user.confirmed_at && <Tag isWarning>{messages.people.waiting}</Tag>}
      {!user.is_active && <Tag>{messages.people.disabled}</Tag>}
      <LinkButton variant="subtle" mx={-12} to="/activity" search={{ actor_id: user.id }}>
        {activity.title}
        <VisuallyHidden> {user.name}</VisuallyHidden>
      </LinkButton>
      <RowActions>
        {!user.confirmed_at && mayConfirm && (
          <RowButton
            text={messages.people.confirm}
            of={user.name}
            disabled={confirm.isPending}
            onClick={() => confirm.mutate({ params: { id: user.id } })}
          />
        )}
        {/* The operation is not for acting. */}
        {trust?.awaits_password && me.role === 'client' && trust.created_by === me.id && !principal && (
          <RowButton text={invitingTexts.link} of={user.name} onClick={() => setInviting(true)} />
        )}
        {me.role === 'admin' && <RowButton text={messages.app.manage} of={user.name} onClick={() => setManaging(true)} />}
      </RowActions>
      {isInviting && <InvitationDialog user={user} onClose={() => setInviting(false)} />}
      {isManaging && <AccountDialog user={user} onClose={() => setManaging(false)} />}
    </ListRow>
  );
}
