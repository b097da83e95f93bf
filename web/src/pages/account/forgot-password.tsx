import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { useMailEnabled } from '../../features/use-mail-enabled.ts';
import { useMessages } from '../../i18n/locale.ts';
import { AuthLayout, AuthLink } from '../../ui/auth-layout.tsx';
import { Form } from '../../ui/form.tsx';
import { Note } from '../../ui/note.tsx';

/** Requests a mail with a link to set a new password. */
export function ForgotPasswordPage() {
  const messages = useMessages();
  const sendsMail = useMailEnabled();
  return (
    <AuthLayout title={messages.forgot.title} lead={sendsMail === false ? messages.forgot.noMail : messages.forgot.text}>
      {sendsMail !== false && <RequestLinkForm />}
      <AuthLink to="/login">{messages.forgot.toLogin}</AuthLink>
    </AuthLayout>
  );
}

function RequestLinkForm() {
  const messages = useMessages();
  const [email, setEmail] = useState('');
  const request = useMutation({ mutationFn: () => call('POST /auth/forgot-password', { body: { email } }) });
  if (request.isSuccess) {
    return (
      <Note tone="accent" role="status">
        {messages.forgot.sent}
      </Note>
    );
  }
  return (
    <Form submit={messages.forgot.submit} isWide onSubmit={() => request.mutate()} mutation={request}>
      <TextInput
        label={messages.login.email}
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
    </Form>
  );
}
