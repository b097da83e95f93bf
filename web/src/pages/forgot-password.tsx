import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/client.ts';
import { Form } from '../parts/form-kit.tsx';
import { Gate } from '../parts/gate.tsx';
import { useWords } from '../words/index.ts';

export function ForgotPasswordPage() {
  const words = useWords();
  const [email, setEmail] = useState('');
  const ask = useMutation({ mutationFn: () => call('POST /auth/forgot-password', { body: { email } }) });
  return (
    <Gate title={words.forgot.title} lead={words.forgot.text}>
      {ask.isSuccess ? (
        <p className="note" role="status">
          {words.forgot.sent}
        </p>
      ) : (
        <Form submit={words.forgot.submit} onSubmit={() => ask.mutate()} isBusy={ask.isPending} error={ask.error}>
          <TextInput
            label={words.login.email}
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        </Form>
      )}
      <p className="gate-foot">
        <Link to="/login">{words.forgot.toLogin}</Link>
      </p>
    </Gate>
  );
}
