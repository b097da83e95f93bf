import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { type SecondFactor, signIn } from '../../api/sign-in.ts';
import { SessionLoading } from '../../features/session-loading.tsx';
import { useMailEnabled } from '../../features/use-mail-enabled.ts';
import { hasCode, isStatus } from '../../http/errors.ts';
import type { Messages } from '../../i18n/en.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useSessionPhase } from '../../session/session-store.ts';
import { AuthLayout, AuthLink } from '../../ui/auth-layout.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Note } from '../../ui/note.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Redirect } from '../../ui/redirect.tsx';
import { type NeededFactor, neededFactor } from '../second-factor/needed-factor.ts';
import { isConsolePath } from './console-path.ts';
import { OtherWays } from './other-ways.tsx';

/** Signs in, and goes to the page that was asked for before. */
export function LoginPage() {
  const phase = useSessionPhase();
  const { to } = useSearch({ from: '/login' });
  if (phase.name === 'loading') return <SessionLoading />;
  if (phase.name === 'signed-in') return <Redirect to={isConsolePath(to) ? to : '/'} />;
  return <SignIn reason={phase.reason} to={to} />;
}

const SecondFactorForm = lazyPart(async () => (await import('../second-factor/second-factor-form.tsx')).SecondFactorForm);

function SignIn({ reason, to }: { reason: 'ended' | 'disabled' | undefined; to: string | undefined }) {
  const messages = useMessages();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [needs, setNeeds] = useState<NeededFactor>();
  const login = useMutation({
    mutationFn: (secondFactor?: SecondFactor) => signIn(email, password, secondFactor),
    onError: (error) => setNeeds((before) => neededFactor(error, before)),
  });
  if (needs) {
    const cancel = (): void => {
      setPassword('');
      setNeeds(undefined);
      login.reset();
    };
    return (
      <SecondFactorForm
        needs={needs}
        email={email}
        error={login.variables === undefined ? null : login.error}
        isBusy={login.isPending}
        onSubmit={login.mutate}
        onCancel={cancel}
      />
    );
  }
  return (
    <AuthLayout title={messages.login.title} lead={messages.login.lead}>
      {reason && (
        <Note tone="accent" role="status">
          {messages.login[reason]}
        </Note>
      )}
      <LoginForm
        email={email}
        onEmail={setEmail}
        password={password}
        onPassword={setPassword}
        error={login.error}
        isBusy={login.isPending}
        onSubmit={() => login.mutate(undefined)}
      />
      <OtherWays to={to} />
    </AuthLayout>
  );
}

interface LoginFormProps {
  email: string;
  onEmail: (email: string) => void;
  password: string;
  onPassword: (password: string) => void;
  error: Error | null;
  isBusy: boolean;
  onSubmit: () => void;
}

function LoginForm({ email, onEmail, password, onPassword, error, isBusy, onSubmit }: LoginFormProps) {
  const messages = useMessages();
  const sendsMail = useMailEnabled();
  function submit(event: FormEvent): void {
    event.preventDefault();
    onSubmit();
  }
  return (
    <Stack component="form" onSubmit={submit}>
      <TextInput
        label={messages.login.email}
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => onEmail(event.currentTarget.value)}
      />
      <PasswordField label={messages.login.password} autoComplete="current-password" value={password} onChange={onPassword} />
      {error && (
        <Note tone="danger" role="alert">
          {loginErrorText(error, sendsMail, messages)}
        </Note>
      )}
      <Button type="submit" size="md" loading={isBusy}>
        {messages.login.submit}
      </Button>
      <AuthLink to="/forgot-password">{messages.login.forgot}</AuthLink>
    </Stack>
  );
}

function loginErrorText(error: Error, sendsMail: boolean | undefined, messages: Messages): string {
  if (isStatus(error, 401)) return messages.login.wrong;
  if (hasCode(error, 'account_not_confirmed'))
    return sendsMail ? `${messages.login.unconfirmed} ${messages.login.mailThen}` : messages.login.unconfirmed;
  if (hasCode(error, 'account_disabled')) return messages.login.disabled;
  return errorText(error, messages);
}
