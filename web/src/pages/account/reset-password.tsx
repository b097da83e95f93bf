import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import { useMessages } from '../../i18n/locale.ts';
import { AuthLayout, AuthLink } from '../../ui/auth-layout.tsx';
import { Form } from '../../ui/form.tsx';
import { isValidPassword, NewPasswordField } from '../../ui/new-password-field.tsx';
import { Note } from '../../ui/note.tsx';

const readToken = (fragment: string): string => new URLSearchParams(fragment.slice(1)).get('token') ?? '';

/** Sets a new password with the token of a link. The token is in the fragment, which is sent to no server, and is removed
 * from the address bar at once. */
export function ResetPasswordPage() {
  const messages = useMessages();
  const [token, setToken] = useState(() => readToken(location.hash));
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const reset = useMutation({ mutationFn: () => call('POST /auth/reset-password', { body: { token, password } }) });
  useEffect(() => {
    const takeToken = (): void => {
      const found = readToken(location.hash);
      if (found) setToken(found);
      history.replaceState(history.state, '', location.pathname);
    };
    takeToken();
    addEventListener('hashchange', takeToken); // another link was opened in the same tab
    return () => removeEventListener('hashchange', takeToken);
  }, []);
  const isDifferent = again !== '' && again !== password;
  return (
    <AuthLayout title={messages.reset.title}>
      {reset.isSuccess && (
        <Note tone="accent" role="status">
          {messages.reset.done}
        </Note>
      )}
      {!token && <Note tone="danger">{messages.reset.missing}</Note>}
      {token && !reset.isSuccess && (
        <Form
          submit={messages.app.save}
          isWide
          onSubmit={() => reset.mutate()}
          mutation={reset}
          isReady={isValidPassword(password) && again === password}
        >
          <NewPasswordField rule={messages.reset.rule} label={messages.reset.password} value={password} onChange={setPassword} />
          <NewPasswordField label={messages.reset.again} value={again} onChange={setAgain} />
          {isDifferent && <Text c="red">{messages.reset.differ}</Text>}
        </Form>
      )}
      <AuthLink to="/login">{messages.forgot.toLogin}</AuthLink>
    </AuthLayout>
  );
}
