import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import { signIn } from '../../api/sign-in.ts';
import { hasCode } from '../../http/errors.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useSessionPhase } from '../../session/session-store.ts';
import { AuthLayout, AuthLink } from '../../ui/auth-layout.tsx';
import { Form } from '../../ui/form.tsx';
import { isValidPassword, NewPasswordField } from '../../ui/new-password-field.tsx';
import { Note } from '../../ui/note.tsx';
import { Redirect } from '../../ui/redirect.tsx';
import { useJoinTexts } from './join-texts/texts.ts';

function readLink(fragment: string): { token: string; email: string } {
  const values = new URLSearchParams(fragment.slice(1));
  return { token: values.get('token') ?? '', email: values.get('email') ?? '' };
}

/** Sets the first password with the link of an invitation, and signs in. The token is removed from the address bar at once. */
export function JoinPage() {
  const messages = useMessages();
  const texts = useJoinTexts();
  const phase = useSessionPhase();
  const [link, setLink] = useState(() => readLink(location.hash));
  const [password, setPassword] = useState('');
  const join = useMutation({ mutationFn: () => call('POST /auth/reset-password', { body: { token: link.token, password } }) });
  const login = useMutation({ mutationFn: () => signIn(link.email, password) });
  useEffect(() => {
    const takeLink = (): void => {
      const found = readLink(location.hash);
      if (found.token) setLink(found);
      history.replaceState(history.state, '', location.pathname);
    };
    takeLink();
    addEventListener('hashchange', takeLink); // another link was opened in the same tab
    return () => removeEventListener('hashchange', takeLink);
  }, []);
  if (login.isSuccess && phase.name === 'signed-in') return <Redirect to="/" />;
  const isSet = join.isSuccess;
  const isWaiting = hasCode(login.error, 'account_not_confirmed');
  const isUsed = hasCode(join.error, 'invalid_reset_token');
  return (
    <AuthLayout title={texts.title} lead={link.email}>
      {!link.token && <Note tone="danger">{messages.reset.missing}</Note>}
      {isUsed && (
        <Note tone="danger" role="alert">
          {texts.used}
        </Note>
      )}
      {isSet && login.isError && (
        <Note tone="accent" role="status">
          {isWaiting ? texts.waits : texts.isSet}
        </Note>
      )}
      {link.token && !isUsed && !(isSet && login.isError) && (
        <Form
          submit={texts.submit}
          isWide
          onSubmit={() => join.mutate(undefined, { onSuccess: () => login.mutate() })}
          isBusy={join.isPending || isSet}
          isReady={isValidPassword(password)}
          error={join.error}
        >
          {phase.name === 'signed-in' && <Text c="dimmed">{texts.signedIn(phase.session.user.name)}</Text>}
          {/* A password manager stores the address with the password. */}
          <input type="hidden" autoComplete="username" value={link.email} readOnly />
          <NewPasswordField
            rule={messages.reset.rule}
            personal={[link.email]}
            label={messages.reset.password}
            value={password}
            onChange={setPassword}
          />
        </Form>
      )}
      <AuthLink to="/login">{messages.forgot.toLogin}</AuthLink>
    </AuthLayout>
  );
}
