import { TextInput } from '@mantine/core';
import { useApiQuery } from '../../api/queries.ts';
import { Note } from '../../ui/note.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { usePasskeyTexts } from './texts/texts.ts';

interface Props {
  password: string;
  onPassword: (password: string) => void;
  code: string;
  onCode: (code: string) => void;
  /** of the browser that was asked for a passkey */
  browserError: string | undefined;
}

/** Whether a form asks for a code, beside the password; undefined until it is known. */
export const useAsksForCode = (): boolean | undefined => useApiQuery('GET /ext/me').data?.mfa.totp;

/** The password of the user and, with two-factor authentication, a code. */
export function ConfirmationFields({ password, onPassword, code, onCode, browserError }: Props) {
  const texts = usePasskeyTexts();
  const asksForCode = useAsksForCode();
  return (
    <>
      <PasswordField label={texts.password} autoComplete="current-password" value={password} onChange={onPassword} />
      {asksForCode && (
        <TextInput
          label={texts.code}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          className="one-time-code"
          value={code}
          onChange={(event) => onCode(event.currentTarget.value)}
        />
      )}
      {browserError && (
        <Note tone="danger" role="alert">
          {browserError}
        </Note>
      )}
    </>
  );
}
