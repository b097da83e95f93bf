import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { useFormMutation } from '../../api/queries.ts';
import { type Role, roles } from '../../contract/enums.ts';
import type { Profile } from '../../contract/schemas.ts';
import { ContactFields } from '../../features/contact-fields.tsx';
import { InvitationCard } from '../../features/inviting/invitation-card.tsx';
import { useInvitingTexts } from '../../features/inviting/texts/texts.ts';
import { useMessages } from '../../i18n/locale.ts';
import { isolateName } from '../../lib/bidirectional-controls.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { useDraft } from '../../session/use-draft.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';

interface Props {
  initialRole: Role;
  onCreated?: (user: Profile) => void;
  onClose: () => void;
}

/** Creates an account, admins of every role, clients of workers, and shows the link with which its owner sets the password. */
export function CreateUserDialog({ initialRole, onCreated, onClose }: Props) {
  const messages = useMessages();
  const texts = useInvitingTexts();
  const me = useCurrentUser();
  const [draft, setDraft, clear] = useDraft('new-user', { name: '', email: '', phone: '' });
  const [chosenRole, setRole] = useState(initialRole);
  const isAdmin = me.role === 'admin';
  const create = useFormMutation('POST /ext/users', {
    invalidates: ['GET /users', 'GET /ext/unconfirmed'],
    onSuccess: (user) => {
      clear();
      onCreated?.(user);
    },
  });
  const { data } = create;
  if (data) {
    const name = isolateName(data.name);
    const title = isAdmin ? messages.people.created(name) : messages.people.createdUnconfirmed(name);
    return (
      <Dialog key="link" title={title} onClose={onClose} closesOnBackdrop={false}>
        <InvitationCard user={data} link={data.link} expiresAt={data.expires_at} />
      </Dialog>
    );
  }
  const role: Role = isAdmin ? chosenRole : 'worker';
  const body = { name: draft.name.trim(), email: draft.email.trim(), phone: draft.phone.trim(), role };
  return (
    <Dialog key="form" title={isAdmin ? messages.people.create : messages.people.createWorker} onClose={onClose}>
      <Form
        submit={messages.app.create}
        onSubmit={() => create.mutate({ body })}
        onCancel={onClose}
        mutation={create}
        isReady={body.name !== '' && body.email !== ''}
      >
        {isAdmin && (
          <NativeSelect
            label={messages.people.role}
            value={chosenRole}
            onChange={(event) => setRole(roles.find((one) => one === event.currentTarget.value) ?? chosenRole)}
            data={roles.map((value) => ({ value, label: messages.labels.role[value] }))}
          />
        )}
        <ContactFields values={draft} onChange={(values) => setDraft({ ...draft, ...values })} />
        <Text size="sm" c="dimmed">
          {texts.later}
        </Text>
      </Form>
    </Dialog>
  );
}
