import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useFormMutation } from '../../api/queries.ts';
import type { AccountTrust, Profile } from '../../contract/schemas.ts';
import { isStatus } from '../../http/errors.ts';
import { formatDay } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/locale.ts';
import { isolateName } from '../../lib/bidirectional-controls.ts';
import { showToast } from '../../lib/toasts.ts';
import { Form } from '../../ui/form.tsx';
import { isValidPassword, NewPasswordField } from '../../ui/new-password-field.tsx';
import { Note } from '../../ui/note.tsx';
import { useTrustTexts } from '../account-trust/texts/texts.ts';
import { ConfirmForm } from '../confirm-dialog.tsx';
import { useReassigningTexts } from '../reassigning/texts/texts.ts';
import { accountQueries } from './account-queries.ts';
import { OpenWork, useDisableAccount, useOpenWork } from './disable-account.tsx';

/** Enables an account that somebody else has disabled, whom it names. */
export function EnableForm({ user, trust, onClose }: { user: Profile; trust: AccountTrust; onClose: () => void }) {
  const messages = useMessages();
  const trustTexts = useTrustTexts();
  return (
    <ConfirmForm
      operation="PATCH /users/{id}"
      input={{ params: { id: user.id }, body: { is_active: true } }}
      invalidates={accountQueries}
      submit={messages.people.enable}
      done={messages.people.enabledNow(isolateName(user.name))}
      onClose={onClose}
    >
      <p>{trustTexts.enableTitle(user.name)}</p>
      <Text c="dimmed">{trustTexts.enableText(trust.disabled_by_name, formatDay(trust.disabled_at ?? ''))}</Text>
    </ConfirmForm>
  );
}

/** Switches the two-factor authentication of another account off, for admins. */
export function ResetTwoFactorForm({ user, onClose }: { user: Profile; onClose: () => void }) {
  const trustTexts = useTrustTexts();
  return (
    <ConfirmForm
      operation="DELETE /ext/users/{id}/mfa"
      input={{ params: { id: user.id } }}
      invalidates={['GET /ext/users']}
      submit={trustTexts.resetTwoFactor}
      done={trustTexts.twoFactorReset(isolateName(user.name))}
      onClose={onClose}
      isDangerous
    >
      <p>{trustTexts.resetTwoFactorTitle}</p>
      <Text c="dimmed">{trustTexts.resetTwoFactorText(user.name)}</Text>
    </ConfirmForm>
  );
}

/** Sets the password of another account, for admins. */
export function SetPasswordForm({ user, onClose }: { user: Profile; onClose: () => void }) {
  const messages = useMessages();
  const trustTexts = useTrustTexts();
  const [password, setPassword] = useState('');
  return (
    <ConfirmForm
      operation="POST /users/{id}/password-set"
      input={{ params: { id: user.id }, body: { password } }}
      invalidates={['GET /ext/users']}
      submit={messages.people.setPassword}
      done={messages.people.passwordSet}
      onClose={onClose}
      isReady={isValidPassword(password)}
    >
      <NewPasswordField
        rule={messages.reset.rule}
        personal={[user.name, user.email]}
        label={messages.reset.password}
        value={password}
        onChange={setPassword}
      />
      <Text size="sm" c="dimmed">
        {trustTexts.temporaryPassword}
      </Text>
    </ConfirmForm>
  );
}

interface DeleteProps {
  user: Profile;
  onClose: () => void;
  onHandOver: () => void;
}

/** Deletes an account to which nothing else refers. */
export function DeleteForm({ user, onClose, onHandOver }: DeleteProps) {
  const messages = useMessages();
  const remove = useFormMutation('DELETE /users/{id}', {
    invalidates: accountQueries,
    onSuccess: () => {
      showToast({ text: messages.people.removed(isolateName(user.name)) });
      onClose();
    },
  });
  if (isStatus(remove.error, 409)) return <DeleteRefused user={user} onClose={onClose} onHandOver={onHandOver} />;
  return (
    <Form
      submit={messages.app.delete}
      onSubmit={() => remove.mutate({ params: { id: user.id } })}
      onCancel={onClose}
      mutation={remove}
      isDangerous
    >
      <p>{messages.people.remove}</p>
      <Text c="dimmed">{messages.people.removeText}</Text>
    </Form>
  );
}

/** An account with history can be disabled instead, and its requests are linked. */
function DeleteRefused({ user, onClose, onHandOver }: DeleteProps) {
  const messages = useMessages();
  const texts = useReassigningTexts();
  const { data } = useOpenWork(user);
  const { disable, isPending } = useDisableAccount(user, onClose);
  return (
    <Stack gap="md" mt="xs">
      <Note tone="danger" role="alert">
        {messages.people.related}
      </Note>
      <OpenWork user={user} onClose={onClose} />
      <Group gap="xs">
        {data && data.total > 0 && (
          <Button variant="default" onClick={onHandOver}>
            {texts.handOver}
          </Button>
        )}
        {user.is_active && (
          <Button loading={isPending} onClick={disable}>
            {messages.people.disableInstead}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {user.is_active ? messages.app.cancel : messages.app.close}
        </Button>
      </Group>
    </Stack>
  );
}
