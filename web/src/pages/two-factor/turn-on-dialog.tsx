import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFormMutation } from '../../api/queries.ts';
import type { TotpSetup } from '../../contract/schemas.ts';
import { showToast } from '../../lib/toasts.ts';
import { CopyableText } from '../../ui/copyable-text.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { Form } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { useIsTouch } from '../../ui/use-breakpoint.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useTwoFactorTexts } from './texts/texts.ts';

/** Turns two-factor authentication on in three steps: password, authenticator app, recovery codes. */
export function TurnOnDialog({ onClose }: { onClose: () => void }) {
  const texts = useTwoFactorTexts();
  const [setup, setSetup] = useState<TotpSetup>();
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>();
  const [isSaved, setSaved] = useState(false);
  const [isReminded, setReminded] = useState(false);
  function close(): void {
    if (recoveryCodes && !isSaved) {
      setReminded(true);
      return;
    }
    if (recoveryCodes) showToast({ text: texts.turnedOn });
    onClose();
  }
  return (
    <Dialog
      title={recoveryCodes ? texts.recoveryTitle : texts.turnOnTitle}
      onClose={close}
      closesOnBackdrop={recoveryCodes === undefined}
    >
      {!setup && <PasswordStep onStarted={setSetup} onCancel={onClose} />}
      {setup && !recoveryCodes && <AppStep setup={setup} onConfirmed={setRecoveryCodes} onCancel={onClose} />}
      {recoveryCodes && (
        <RecoveryCodes codes={recoveryCodes} isSaved={isSaved} onSaved={setSaved} isReminded={isReminded} onDone={close} />
      )}
    </Dialog>
  );
}

function PasswordStep({ onStarted, onCancel }: { onStarted: (setup: TotpSetup) => void; onCancel: () => void }) {
  const texts = useTwoFactorTexts();
  const [password, setPassword] = useState('');
  const start = useFormMutation('POST /ext/mfa/totp', { invalidates: [], onSuccess: onStarted });
  return (
    <Form
      submit={texts.next}
      onSubmit={() => start.mutate({ body: { password } })}
      onCancel={onCancel}
      mutation={start}
      isReady={password !== ''}
    >
      <Text c="dimmed">{texts.passwordText}</Text>
      <PasswordField label={texts.password} autoComplete="current-password" value={password} onChange={setPassword} />
    </Form>
  );
}

interface AppStepProps {
  setup: TotpSetup;
  onConfirmed: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

function AppStep({ setup: { secret, otpauth_url }, onConfirmed, onCancel }: AppStepProps) {
  const texts = useTwoFactorTexts();
  const [code, setCode] = useState('');
  const isTouch = useIsTouch();
  const confirm = useFormMutation('POST /ext/mfa/totp/confirm', {
    invalidates: ['GET /ext/me'],
    onSuccess: ({ recovery_codes }) => onConfirmed(recovery_codes),
  });
  return (
    <Form
      submit={texts.turnOn}
      onSubmit={() => confirm.mutate({ body: { code: code.trim() } })}
      onCancel={onCancel}
      mutation={confirm}
      isReady={code.trim() !== ''}
    >
      <Text c="dimmed">{texts.scan}</Text>
      <div>
        <QrCode text={otpauth_url} label={texts.qr} />
        {isTouch && (
          <a className="tap-target" href={otpauth_url}>
            {texts.openApp}
          </a>
        )}
      </div>
      <div>
        <Text size="sm" c="dimmed">
          {texts.secret}
        </Text>
        <CopyableText text={secret} shown={secret.replaceAll(/(.{4})(?=.)/g, '$1 ')} />
      </div>
      <TextInput
        ref={focusOnMount}
        label={texts.code}
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        className="one-time-code"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    </Form>
  );
}
