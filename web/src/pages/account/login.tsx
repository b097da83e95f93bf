import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { signIn } from '../../api/sign-in.ts';
import { AuthLayout } from '../../components/auth-layout.tsx';
import { Redirect } from '../../components/redirect.tsx';
import { SessionLoading } from '../../components/session-loading.tsx';
import { useMailEnabled } from '../../components/use-mail-enabled.ts';
import { ApiError, disabledMessage, isStatus } from '../../http/errors.ts';
import type { Messages } from '../../i18n/en.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useSessionPhase } from '../../session/session-store.ts';

/** Signs in, and goes to the page that was asked for before. */
export function LoginPage() {
  const messages = useMessages();
  const phase = useSessionPhase();
  const { to } = useSearch({ from: '/login' });
  if (phase.name === 'loading') return <SessionLoading />;
  if (phase.name === 'signed-in') return <Redirect to={isConsolePath(to) ? to : '/'} />;
  return (
    <AuthLayout title={messages.login.title} lead={messages.login.lead}>
      {phase.reason && (
        <p className="note" role="status">
          {messages.login[phase.reason]}
        </p>
      )}
      <LoginForm />
    </AuthLayout>
  );
}

/** A path within the console: a URL of another host would make the login page an open redirect. */
const isConsolePath = (to: string | undefined): to is string => to !== undefined && /^\/(?![/\\])/.test(to);

function LoginForm() {
  const messages = useMessages();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const sendsMail = useMailEnabled();
  const login = useMutation({ mutationFn: () => signIn(email, password) });
  function submit(event: FormEvent): void {
    event.preventDefault();
    login.mutate();
  }
  return (
    <form onSubmit={submit} className="form">
      <TextInput
        label={messages.login.email}
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordInput
        label={messages.login.password}
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {login.error && (
        <p className="form-error" role="alert">
          {loginErrorText(login.error, sendsMail, messages)}
        </p>
      )}
      <Button type="submit" size="md" loading={login.isPending}>
        {messages.login.submit}
      </Button>
      <Link to="/forgot-password">{messages.login.forgot}</Link>
    </form>
  );
}

function loginErrorText(error: Error, sendsMail: boolean, messages: Messages): string {
  if (isStatus(error, 401)) return messages.login.wrong;
  if (error instanceof ApiError && error.message === 'account not confirmed')
    return sendsMail ? `${messages.login.unconfirmed} ${messages.login.mailThen}` : messages.login.unconfirmed;
  if (error instanceof ApiError && error.message === disabledMessage) return messages.login.disabled;
  return errorText(error, messages);
}
