import { Button, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useFormMutation } from '../../api/queries.ts';
import { ProfileForm } from '../../features/profile-form.tsx';
import { formatDay } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { changeCurrentUser, useCurrentUser } from '../../session/session-store.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useSecurityTexts } from './security-texts/texts.ts';

/** Who the user is, with name and phone number to be changed. */
export function OwnContact() {
  const texts = useSecurityTexts();
  const messages = useMessages();
  const me = useCurrentUser();
  const [isEditing, setEditing] = useState(false);
  return (
    <Panel aria-labelledby="me">
      <Title order={2} id="me">
        {me.name}
      </Title>
      <p>
        {messages.labels.role[me.role]}
        <br />
        {me.email}
        {me.phone && <br />}
        {me.phone}
      </p>
      <Text size="sm" c="dimmed">
        {texts.memberSince} {formatDay(me.created_at)}
      </Text>
      <Button variant="default" onClick={() => setEditing(true)}>
        {messages.app.edit}
      </Button>
      {isEditing && <OwnContactDialog onClose={() => setEditing(false)} />}
    </Panel>
  );
}

function OwnContactDialog({ onClose }: { onClose: () => void }) {
  const messages = useMessages();
  const me = useCurrentUser();
  const change = useFormMutation('PATCH /ext/me', {
    invalidates: ['GET /ext/tickets/{id}/contacts'],
    onSuccess: ({ profile }) => {
      changeCurrentUser(profile);
      showToast({ text: messages.app.saved });
      onClose();
    },
  });
  return (
    <Dialog title={me.name} onClose={onClose}>
      <ProfileForm
        user={me}
        onSubmit={(body) => change.mutate({ body })}
        onCancel={onClose}
        isBusy={change.isPending}
        error={change.error}
      />
    </Dialog>
  );
}
