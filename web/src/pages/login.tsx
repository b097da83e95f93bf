import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ApiError, disabledMessage, isStatus } from '../api/errors.ts';
import { Gate } from '../parts/gate.tsx';
import { Redirect } from '../parts/redirect.tsx';
import { useSendsMail } from '../parts/sends-mail.ts';
import { Starting } from '../parts/starting.tsx';
import { signIn } from '../session/sign.ts';
import { usePhase } from '../session/store.ts';
import type { Dictionary } from '../words/en.ts';
import { errorText, useWords } from '../words/index.ts';

export function LoginPage() {
  const words = useWords();
  const phase = usePhase();
  const { to } = useSearch({ from: '/login' });
  if (phase.name === 'starting') return <Starting />;
  if (phase.name === 'in') return <Redirect to={isOurs(to) ? to : '/'} />;
  return (
    <Gate title={words.login.title} lead={words.login.lead}>
      {phase.reason && (
        <p className="note" role="status">
          {words.login[phase.reason]}
        </p>
      )}
      <LoginForm />
    </Gate>
  );
}

/** Only ever to a page of ours. */
const isOurs = (to: string | undefined): to is string => to !== undefined && /^\/(?![/\\])/.test(to);

function LoginForm() {
  const words = useWords();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const getsMail = useSendsMail();
  const login = useMutation({ mutationFn: () => signIn(email, password) });
  function submit(event: FormEvent): void {
    event.preventDefault();
    login.mutate();
  }
  return (
    <form onSubmit={submit} className="form">
      <TextInput
        label={words.login.email}
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordInput
        label={words.login.password}
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {login.error && (
        <p className="refused" role="alert">
          {refusal(login.error, getsMail, words)}
        </p>
      )}
      <Button type="submit" size="md" loading={login.isPending}>
        {words.login.submit}
      </Button>
      <Link to="/forgot-password">{words.login.forgot}</Link>
    </form>
  );
}

function refusal(error: Error, getsMail: boolean, words: Dictionary): string {
  if (isStatus(error, 401)) return words.login.wrong;
  if (error instanceof ApiError && error.message === 'account not confirmed')
    return getsMail ? `${words.login.unconfirmed} ${words.login.mailThen}` : words.login.unconfirmed;
  if (error instanceof ApiError && error.message === disabledMessage) return words.login.disabled;
  return errorText(error, words);
}
