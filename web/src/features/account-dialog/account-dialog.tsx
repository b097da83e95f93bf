import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Profile } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { isolateName } from '../../lib/bidirectional-controls.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { AbsenceEditor } from '../absences/absence-editor.tsx';
import { useTrustTexts } from '../account-trust/texts/texts.ts';
import { useAccountTrust } from '../account-trust/use-account-trust.ts';
import { HandoverForm } from '../reassigning/handover-form.tsx';
import { AccountActions, type FormName } from './account-actions.tsx';
import { DeleteForm, EnableForm, ResetTwoFactorForm, SetPasswordForm } from './account-forms.tsx';
import { ChangeProfile } from './change-profile.tsx';
import { DisableForm } from './disable-account.tsx';
import { RemovePasskeysForm, UnlinkForm } from './sign-in-forms.tsx';

/** Disables, enables or deletes an account; for admins also sets its password and resets its second factor. */
export function AccountDialog({ user, onClose }: { user: Profile; onClose: () => void }) {
  const messages = useMessages();
  const me = useCurrentUser();
  const [form, setForm] = useState<FormName>();
  const accounts = useAccountTrust([user.id]);
  const trust = accounts.of(user.id);
  return (
    <Dialog title={messages.people.manage(isolateName(user.name))} onClose={onClose}>
      {user.id === me.id ? (
        <OwnAccount />
      ) : (
        <>
          {!form && (
            <AccountActions user={user} trust={trust} isTrustPending={accounts.isPending} onForm={setForm} onClose={onClose} />
          )}
          {form === 'disable' && <DisableForm user={user} onClose={onClose} onHandOver={() => setForm('handover-to-disable')} />}
          {form === 'handover' && <HandoverForm user={user} onClose={onClose} />}
          {form === 'handover-to-disable' && (
            <HandoverForm
              user={user}
              onClose={onClose}
              next={{ label: messages.people.disable, run: () => setForm('disable') }}
            />
          )}
          {form === 'absences' && <AbsenceEditor userId={user.id} onClose={onClose} onAway={() => setForm('handover')} />}
          {form === 'enable' && trust && <EnableForm user={user} trust={trust} onClose={onClose} />}
          {form === 'profile' && <ChangeProfile user={user} onClose={onClose} />}
          {form === 'two-factor' && <ResetTwoFactorForm user={user} onClose={onClose} />}
          {form === 'passkeys' && <RemovePasskeysForm user={user} onClose={onClose} />}
          {form === 'identities' && <UnlinkForm user={user} onClose={onClose} />}
          {form === 'password' && <SetPasswordForm user={user} onClose={onClose} />}
          {form === 'delete' && <DeleteForm user={user} onClose={onClose} onHandOver={() => setForm('handover')} />}
        </>
      )}
    </Dialog>
  );
}

function OwnAccount() {
  const messages = useMessages();
  const trustTexts = useTrustTexts();
  return (
    <Stack gap="md" mt="xs">
      <p>{trustTexts.ownAccount}</p>
      <Text c="dimmed">{messages.people.notYourself}</Text>
      <Group gap="xs">
        <LinkButton to="/security">{trustTexts.toSecurity}</LinkButton>
      </Group>
    </Stack>
  );
}
