import { Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { changePassword } from '../../api/sign-in.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { Form } from '../../ui/form.tsx';
import { isValidPassword, NewPasswordField } from '../../ui/new-password-field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';

interface Props {
  onChanged: () => void;
  /** as in `Form` */
  isWide?: boolean;
  /** the texts of the offer to end everything else as well; undefined: it is not offered */
  endAll?: { label: string; hint: string };
}

/** Changes the own password. This browser stays signed in. */
export function ChangePasswordForm({ onChanged, isWide = false, endAll }: Props) {
  const messages = useMessages();
  const me = useCurrentUser();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [endsAll, setEndsAll] = useState(false);
  const change = useMutation({
    mutationFn: () => changePassword({ current, new: next, end_all: endsAll }),
    onSuccess: () => {
      setCurrent('');
      setNext('');
      setEndsAll(false);
      onChanged();
    },
  });
  return (
    <Form
      submit={messages.security.changePassword}
      isWide={isWide}
      onSubmit={() => change.mutate()}
      mutation={change}
      isReady={current !== '' && isValidPassword(next)}
    >
      {/* Password managers need it to know whose password changes. */}
      <input type="email" autoComplete="username" value={me.email} readOnly hidden />
      <PasswordField
        label={messages.security.currentPassword}
        autoComplete="current-password"
        value={current}
        onChange={setCurrent}
      />
      <NewPasswordField
        rule={messages.reset.rule}
        personal={[me.name, me.email]}
        label={messages.reset.password}
        value={next}
        onChange={setNext}
      />
      {endAll && (
        <Switch
          label={endAll.label}
          description={endAll.hint}
          checked={endsAll}
          onChange={(event) => setEndsAll(event.currentTarget.checked)}
        />
      )}
    </Form>
  );
}
