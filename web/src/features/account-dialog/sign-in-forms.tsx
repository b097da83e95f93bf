import { Button, Text } from '@mantine/core';
import { useApiQuery } from '../../api/queries.ts';
import type { Profile } from '../../contract/schemas.ts';
import { isolateName } from '../../lib/bidirectional-controls.ts';
import { ConfirmForm } from '../confirm-dialog.tsx';
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
  return (
    <ConfirmForm
      operation="DELETE /ext/users/{id}/passkeys"
      input={{ params: { id: user.id } }}
      invalidates={['GET /ext/users/{id}/passkeys']}
      submit={texts.removePasskeys}
      done={texts.passkeysRemoved(isolateName(user.name))}
      onClose={onClose}
      isDangerous
    >
      <p>{texts.removePasskeysTitle(usePasskeys(user))}</p>
      <Text c="dimmed">{texts.removePasskeysText(isolateName(user.name))}</Text>
    </ConfirmForm>
  );
}

export function UnlinkForm({ user, onClose }: { user: Profile; onClose: () => void }) {
  const texts = useAccountDialogTexts();
  return (
    <ConfirmForm
      operation="DELETE /ext/users/{id}/identities"
      input={{ params: { id: user.id } }}
      invalidates={['GET /ext/users/{id}/identities']}
      submit={texts.unlink}
      done={texts.unlinked(isolateName(user.name))}
      onClose={onClose}
      isDangerous
    >
      <p>{texts.unlinkTitle}</p>
      <Text c="dimmed">{texts.unlinkText(isolateName(user.name))}</Text>
    </ConfirmForm>
  );
}
