import { Button, Text } from '@mantine/core';
import { useApiQuery, useFormMutation } from '../../api/queries.ts';
import type { Profile } from '../../contract/schemas.ts';
import { isolateName } from '../../lib/bidirectional-controls.ts';
import { showToast } from '../../lib/toasts.ts';
import { Form } from '../../ui/form.tsx';
import { useAccountDialogTexts } from './texts/texts.ts';

// What an admin does with the ways to sign in of another account.

const usePasskeys = (user: Profile) =>
  useApiQuery('GET /ext/users/{id}/passkeys', { params: { id: user.id }, query: { limit: 1 } }).data?.total ?? 0;
const useLinkedAccounts = (user: Profile) =>
  useApiQuery('GET /ext/users/{id}/identities', { params: { id: user.id }, query: { limit: 1 } }).data?.total ?? 0;

/** The buttons for those ways that the account has. */
export function SignInButtons({ user, onForm }: { user: Profile; onForm: (form: 'passkeys' | 'identities') => void }) {
  const texts = useAccountDialogTexts();
  const [passkeys, linked] = [usePasskeys(user), useLinkedAccounts(user)];
  return (
    <>
      {passkeys > 0 && (
        <Button variant="default" onClick={() => onForm('passkeys')}>
          {texts.removePasskeys}
        </Button>
      )}
      {linked > 0 && (
        <Button variant="default" onClick={() => onForm('identities')}>
          {texts.unlink}
        </Button>
      )}
    </>
  );
}

export function RemovePasskeysForm({ user, onClose }: { user: Profile; onClose: () => void }) {
  const texts = useAccountDialogTexts();
  const remove = useFormMutation('DELETE /ext/users/{id}/passkeys', {
    invalidates: ['GET /ext/users/{id}/passkeys'],
    onSuccess: () => {
      showToast({ text: texts.passkeysRemoved(isolateName(user.name)) });
      onClose();
    },
  });
  return (
    <Form
      submit={texts.removePasskeys}
      onSubmit={() => remove.mutate({ params: { id: user.id } })}
      onCancel={onClose}
      mutation={remove}
      isDangerous
    >
      <p>{texts.removePasskeysTitle(usePasskeys(user))}</p>
      <Text c="dimmed">{texts.removePasskeysText(isolateName(user.name))}</Text>
    </Form>
  );
}

export function UnlinkForm({ user, onClose }: { user: Profile; onClose: () => void }) {
  const texts = useAccountDialogTexts();
  const unlink = useFormMutation('DELETE /ext/users/{id}/identities', {
    invalidates: ['GET /ext/users/{id}/identities'],
    onSuccess: () => {
      showToast({ text: texts.unlinked(isolateName(user.name)) });
      onClose();
    },
  });
  return (
    <Form
      submit={texts.unlink}
      onSubmit={() => unlink.mutate({ params: { id: user.id } })}
      onCancel={onClose}
      mutation={unlink}
      isDangerous
    >
      <p>{texts.unlinkTitle}</p>
      <Text c="dimmed">{texts.unlinkText(isolateName(user.name))}</Text>
    </Form>
  );
}
