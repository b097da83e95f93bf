import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormMutation } from '../../api/queries.ts';
import type { AccountTrust, PasswordReset, Profile } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { FormError } from '../../ui/form-error.tsx';
import { Meta } from '../../ui/meta.tsx';
import { Note } from '../../ui/note.tsx';
import { DateTime } from '../../ui/time.tsx';
import { useAbsenceTexts } from '../absences/texts/texts.ts';
import { useTrustTexts } from '../account-trust/texts/texts.ts';
import { TrustFacts } from '../account-trust/trust-facts.tsx';
import { InvitationDialog } from '../inviting/invitation-dialog.tsx';
import { useInvitingTexts } from '../inviting/texts/texts.ts';
import { PassOnCard } from '../pass-on/pass-on-card.tsx';
import { useReassigningTexts } from '../reassigning/texts/texts.ts';
import { ActingButtons } from './acting-buttons.tsx';
import { useDisableAccount, useEnableAccount, useOpenWork } from './disable-account.tsx';
import { SignInButtons } from './sign-in-forms.tsx';

export type FormName =
  | 'absences'
  | 'delete'
  | 'disable'
  | 'enable'
  | 'handover'
  | 'handover-to-disable'
  | 'identities'
  | 'passkeys'
  | 'password'
  | 'profile'
  | 'two-factor';

interface Props {
  user: Profile;
  /** undefined until it is read */
  trust: AccountTrust | undefined;
  isTrustPending: boolean;
  onForm: (form: FormName) => void;
  onClose: () => void;
}

/** What is known of an account, and the buttons that change it. */
export function AccountActions({ user, trust, isTrustPending, onForm, onClose }: Props) {
  const messages = useMessages();
  const trustTexts = useTrustTexts();
  const invitingTexts = useInvitingTexts();
  const me = useCurrentUser();
  const [isInviting, setInviting] = useState(false);
  const reset = useFormMutation('POST /users/{id}/password-reset', { invalidates: [] });
  return (
    <Stack gap="md" mt="xs">
      <Text c="dimmed">{user.email}</Text>
      {trust && <TrustFacts trust={trust} />}
      {trust?.must_change_password && !trust.awaits_password && (
        <Note tone="warning">{trustTexts.passwordAdvice(user.name)}</Note>
      )}
      {reset.data && <ResetLink {...reset.data} />}
      <FormError error={reset.error} />
      <Group gap="xs">
        {me.role === 'admin' && (
          <>
            <Button variant="default" onClick={() => onForm('profile')}>
              {messages.app.edit}
            </Button>
            {trust?.awaits_password && (
              <Button variant="default" onClick={() => setInviting(true)}>
                {invitingTexts.link}
              </Button>
            )}
            <Button variant="default" loading={reset.isPending} onClick={() => reset.mutate({ params: { id: user.id } })}>
              {messages.people.resetLink}
            </Button>
            <Button variant="default" onClick={() => onForm('password')}>
              {messages.people.setPassword}
            </Button>
            {trust?.totp && (
              <Button variant="default" onClick={() => onForm('two-factor')}>
                {trustTexts.resetTwoFactor}
              </Button>
            )}
          </>
        )}
        {me.role === 'admin' && <ActingButtons user={user} />}
        <WorkerButtons user={user} onForm={onForm} />
        {me.role === 'admin' && <SignInButtons user={user} onForm={onForm} />}
        <EnableButton user={user} trust={trust} isTrustPending={isTrustPending} onForm={onForm} onClose={onClose} />
        <Button variant="subtle" color="red" onClick={() => onForm('delete')}>
          {messages.app.delete}
        </Button>
      </Group>
      {isInviting && <InvitationDialog user={user} onClose={() => setInviting(false)} />}
      {me.role === 'admin' && <AuditLinks id={user.id} />}
    </Stack>
  );
}

function ResetLink({ token, expires_at }: PasswordReset) {
  const messages = useMessages();
  return (
    <Stack gap="xs">
      <Title order={3}>{messages.people.resetTitle}</Title>
      <Text c="dimmed">{messages.people.resetText}</Text>
      <PassOnCard link={`${location.origin}/app/reset-password#token=${token}`}>
        <Text size="sm" c="dimmed">
          {messages.people.until} <DateTime at={expires_at} />
        </Text>
      </PassOnCard>
    </Stack>
  );
}

/** What concerns workers only: their absences, and what they have not finished. */
function WorkerButtons({ user, onForm }: Pick<Props, 'user' | 'onForm'>) {
  const me = useCurrentUser();
  const texts = useReassigningTexts();
  const absenceTexts = useAbsenceTexts();
  const { data } = useOpenWork(user);
  if (user.role !== 'worker') return null;
  return (
    <>
      {me.role === 'admin' && (
        <Button variant="default" onClick={() => onForm('absences')}>
          {absenceTexts.open}
        </Button>
      )}
      {data && data.total > 0 && (
        <Button variant="default" onClick={() => onForm('handover')}>
          {texts.handOver}
        </Button>
      )}
    </>
  );
}

/** Disables or enables the account. What somebody else has disabled is enabled by a form that names the person. */
function EnableButton({ user, trust, isTrustPending, onForm, onClose }: Props) {
  const messages = useMessages();
  const me = useCurrentUser();
  const { disable, isPending } = useDisableAccount(user, onClose);
  const openWork = useOpenWork(user);
  const enable = useEnableAccount(user, onClose);
  if (user.is_active) {
    const hasOpenWork = (openWork.data?.total ?? 0) > 0;
    // Disabling waits until it is known which tickets would stay with the worker.
    return (
      <Button
        variant="default"
        loading={isPending}
        disabled={openWork.isPending}
        onClick={hasOpenWork ? () => onForm('disable') : disable}
      >
        {messages.people.disable}
      </Button>
    );
  }
  // Somebody had a reason to disable it, which the one who enables it may not know.
  const isDisabledByOther = trust?.disabled_by_name && trust.disabled_by !== me.id;
  // Enabling waits until it is known who disabled the account.
  return (
    <Button
      variant="default"
      loading={enable.isPending}
      disabled={isTrustPending}
      onClick={isDisabledByOther ? () => onForm('enable') : enable.enable}
    >
      {messages.people.enable}
    </Button>
  );
}

function AuditLinks({ id }: { id: string }) {
  const trustTexts = useTrustTexts();
  return (
    <Meta>
      <Link to="/audit" search={{ actor_id: id }} className="tap-target">
        {trustTexts.activity}
      </Link>
      <Link to="/audit" search={{ subject_id: id }} className="tap-target">
        {trustTexts.changes}
      </Link>
    </Meta>
  );
}
