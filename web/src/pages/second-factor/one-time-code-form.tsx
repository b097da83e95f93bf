import { Button, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { hasCode } from '../../http/errors.ts';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Note } from '../../ui/note.tsx';
import { useSecondFactorTexts } from './texts/texts.ts';

const digits = 6;

interface Props {
  email: string;
  /** of the last code that was sent */
  error: Error | null;
  isBusy: boolean;
  onSubmit: (code: string) => void;
  onCancel: () => void;
}

/** Asks for the second factor after the password was accepted: the code of an app, or a recovery code. */
export function OneTimeCodeForm({ email, error, isBusy, onSubmit, onCancel }: Props) {
  const messages = useMessages();
  const texts = useSecondFactorTexts();
  const [kind, setKind] = useState<'app' | 'recovery'>('app');
  const [code, setCode] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const fromApp = kind === 'app';
  const isWrong = hasCode(error, 'one_time_code_required');
  // biome-ignore lint/correctness/useExhaustiveDependencies: also after each further wrong code
  useEffect(() => {
    if (isWrong) setCode('');
    input.current?.focus();
  }, [kind, error, isWrong]);
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isBusy && code.trim()) onSubmit(code.trim());
  }
  function change(next: string): void {
    // Recovery codes are typed as they are written; a header takes no other letters.
    const text = fromApp ? next.replaceAll(/\D/g, '').slice(0, digits) : next.replaceAll(/[^\w -]/g, '');
    setCode(text);
    // A code that was typed or filled in completely needs no tap on the button.
    if (fromApp && text.length === digits && text !== code && !isBusy) onSubmit(text);
  }
  function changeKind(): void {
    setKind(fromApp ? 'recovery' : 'app');
    setCode('');
  }
  return (
    <Stack component="form" onSubmit={submit}>
      <Text c="dimmed">{fromApp ? texts.oneTimeCode.lead : texts.oneTimeCode.leadRecovery}</Text>
      {/* Password managers choose the code by the account. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {/* Another field for each kind: the keyboard of a phone does not change while a field has the focus. */}
      <TextInput
        key={kind}
        ref={input}
        label={fromApp ? messages.oneTimeCode.code : texts.oneTimeCode.recoveryCode}
        autoComplete={fromApp ? 'one-time-code' : 'off'}
        inputMode={fromApp ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
        required
        className="one-time-code"
        value={code}
        onChange={(event) => change(event.currentTarget.value)}
      />
      {error && (
        <Note tone="danger" role="alert">
          {isWrong ? texts.oneTimeCode.wrong : errorText(error, messages)}
        </Note>
      )}
      <Button type="submit" size="md" loading={isBusy} disabled={!code.trim()}>
        {messages.login.submit}
      </Button>
      <Stack gap={0} align="center">
        <Button variant="subtle" onClick={changeKind}>
          {fromApp ? texts.oneTimeCode.useRecoveryCode : texts.oneTimeCode.useApp}
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          {texts.oneTimeCode.otherAccount}
        </Button>
      </Stack>
    </Stack>
  );
}
