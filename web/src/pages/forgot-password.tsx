import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/client.ts';
import { Form } from '../parts/form-kit.tsx';
import { Gate } from '../parts/gate.tsx';
import { useSendsMail } from '../parts/sends-mail.ts';
import { useWords } from '../words/index.ts';

export function ForgotPasswordPage() {
  const words = useWords();
  const sendsMail = useSendsMail();
  return (
    <Gate title={words.forgot.title} lead={sendsMail ? words.forgot.text : words.forgot.noMail}>
      {sendsMail && <AskForLink />}
      <p className="gate-foot">
        <Link to="/login">{words.forgot.toLogin}</Link>
      </p>
    </Gate>
  );
}

function AskForLink() {
  const words = useWords();
  const [email, setEmail] = useState('');
  const ask = useMutation({ mutationFn: () => call('POST /auth/forgot-password', { body: { email } }) });
  if (ask.isSuccess) {
    return (
      <p className="note" role="status">
        {words.forgot.sent}
      </p>
    );
  }
  return (
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
  );
}
