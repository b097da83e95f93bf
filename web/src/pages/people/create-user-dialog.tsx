import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../../api/queries.ts';
import { type Role, roles } from '../../contract/enums.ts';
import type { Profile } from '../../contract/schemas.ts';
import { useTrustTexts } from '../../features/account-trust/texts/texts.ts';
import { ContactFields } from '../../features/contact-fields.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { isolateName } from '../../lib/bidirectional-controls.ts';
import { showToast } from '../../lib/toasts.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { useDraft } from '../../session/use-draft.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { isValidPassword, NewPasswordField } from '../../ui/new-password-field.tsx';

interface Props {
  initialRole: Role;
  onCreated?: (user: Profile) => void;
  onClose: () => void;
}

/** Creates an account: admins of every role, clients of workers. */
export function CreateUserDialog({ initialRole, onCreated, onClose }: Props) {
  const messages = useMessages();
  const trustTexts = useTrustTexts();
  const me = useCurrentUser();
  const [draft, setDraft, clear] = useDraft('new-user', { name: '', email: '', phone: '', role: initialRole });
  const [password, setPassword] = useState('');
  const isAdmin = me.role === 'admin';
  const create = useApiMutation('POST /users', {
    invalidates: ['GET /users', 'GET /ext/unconfirmed'],
    showErrorToast: false,
    onSuccess: (user) => {
      const name = isolateName(user.name);
      clear();
      onCreated?.(user);
      showToast({ text: isAdmin ? messages.people.created(name) : messages.people.createdUnconfirmed(name) });
      onClose();
    },
  });
  const role: Role = isAdmin ? draft.role : 'worker';
  const body = { name: draft.name.trim(), email: draft.email.trim(), phone: draft.phone.trim(), role, password };
  return (
    <Dialog title={isAdmin ? messages.people.create : messages.people.createWorker} onClose={onClose}>
      <Form
        submit={messages.app.create}
        onSubmit={() => create.mutate({ body })}
        onCancel={onClose}
        isBusy={create.isPending}
        isReady={body.name !== '' && body.email !== '' && isValidPassword(password)}
        error={create.error}
      >
        {isAdmin && (
          <NativeSelect
            label={messages.people.role}
            value={draft.role}
            onChange={(event) => setDraft({ ...draft, role: event.currentTarget.value as Role })}
            data={roles.map((value) => ({ value, label: messages.labels.role[value] }))}
          />
        )}
        <ContactFields values={draft} onChange={(values) => setDraft({ ...draft, ...values })} />
        <NewPasswordField
          rule={messages.reset.rule}
          personal={[body.name, body.email]}
          label={messages.people.password}
          value={password}
          onChange={setPassword}
        />
        <Text size="sm" c="dimmed">
          {trustTexts.temporaryPassword}
        </Text>
      </Form>
    </Dialog>
  );
}
