import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { QueryName } from '../api/client.ts';
import { useApiMutation } from '../api/queries.ts';
import type { AccountTrust, Profile } from '../contract/schemas.ts';
import { isStatus } from '../http/errors.ts';
import { formatDay } from '../i18n/dates.ts';
import { useMessages } from '../i18n/locale.ts';
import { showToast } from '../lib/toasts.ts';
import { useCurrentUser } from '../session/session-store.ts';
import { TrustFacts } from './account-trust/trust-facts.tsx';
import { useAccountTrust } from './account-trust/use-account-trust.ts';
import { CopyableText } from './copyable-text.tsx';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';
import { FormError } from './form-error.tsx';
import { LinkButton } from './link-button.tsx';
import { isValidPassword, NewPasswordField } from './new-password-field.tsx';
import { DateTime } from './time.tsx';

const invalidates: QueryName[] = ['GET /users', 'GET /ext/unconfirmed', 'GET /projects/{id}/workers', 'GET /ext/users'];
type View = 'actions' | 'delete' | 'enable' | 'password' | 'two-factor';

/** Disables, enables or deletes an account; for admins also sets its password and resets its second factor. */
export function AccountDialog({ user, onClose }: { user: Profile; onClose: () => void }) {
  const messages = useMessages();
  const me = useCurrentUser();
  const [view, setView] = useState<View>('actions');
  const accounts = useAccountTrust([user.id]);
  const trust = accounts.of(user.id);
  return (
    <Dialog title={messages.people.manage(user.name)} onClose={onClose}>
      {user.id === me.id ? (
        <OwnAccount />
      ) : (
        <>
          {view === 'actions' && (
            <AccountActions user={user} trust={trust} isTrustPending={accounts.isPending} onView={setView} onClose={onClose} />
          )}
          {view === 'enable' && trust && <EnableForm user={user} trust={trust} onClose={onClose} />}
          {view === 'two-factor' && <ResetTwoFactorForm user={user} onClose={onClose} />}
          {view === 'password' && <SetPasswordForm user={user} onClose={onClose} />}
          {view === 'delete' && <DeleteForm user={user} onClose={onClose} />}
        </>
      )}
    </Dialog>
  );
}

function OwnAccount() {
  const messages = useMessages();
  return (
    <div className="form">
      <p>{messages.accountTrust.ownAccount}</p>
      <p className="muted">{messages.people.notYourself}</p>
      <div className="row-actions">
        <LinkButton to="/security">{messages.accountTrust.toSecurity}</LinkButton>
      </div>
    </div>
  );
}

interface ActionsProps {
  user: Profile;
  /** undefined until it is read */
  trust: AccountTrust | undefined;
  isTrustPending: boolean;
  onView: (view: View) => void;
  onClose: () => void;
}

function AccountActions({ user, trust, isTrustPending, onView, onClose }: ActionsProps) {
  const messages = useMessages();
  const me = useCurrentUser();
  const change = useApiMutation('PATCH /users/{id}', { invalidates });
  const reset = useApiMutation('POST /users/{id}/password-reset', { invalidates: [], showErrorToast: false });
  const params = { id: user.id };
  function toggle(): void {
    // Somebody had a reason to disable it, which the one who enables it may not know.
    const isDisabledByOther = !user.is_active && trust?.disabled_by && trust.disabled_by !== me.id;
    if (isDisabledByOther) onView('enable');
    else changeActive();
  }
  function changeActive(): void {
    const is_active = !user.is_active;
    const text = is_active ? messages.people.enabledNow(user.name) : messages.people.disabledNow(user.name);
    const undo = (): void => change.mutate({ params, body: { is_active: !is_active } });
    change.mutate(
      { params, body: { is_active } },
      {
        onSuccess: () => {
          showToast({ text, undo });
          onClose();
        },
      },
    );
  }
  return (
    <div className="form">
      <p className="muted">{user.email}</p>
      {trust && <TrustFacts trust={trust} />}
      {trust?.must_change_password && <p className="warning-note">{messages.accountTrust.passwordAdvice(user.name)}</p>}
      {reset.data && (
        <div className="stack">
          <h3>{messages.people.resetTitle}</h3>
          <p className="muted">{messages.people.resetText}</p>
          <CopyableText text={`${location.origin}/app/reset-password#token=${reset.data.token}`} />
          <p className="muted small">
            {messages.people.until} <DateTime at={reset.data.expires_at} />
          </p>
        </div>
      )}
      <FormError error={reset.error} />
      <div className="row-actions">
        {me.role === 'admin' && (
          <>
            <Button variant="default" loading={reset.isPending} onClick={() => reset.mutate({ params })}>
              {messages.people.resetLink}
            </Button>
            <Button variant="default" onClick={() => onView('password')}>
              {messages.people.setPassword}
            </Button>
            {trust?.totp && (
              <Button variant="default" onClick={() => onView('two-factor')}>
                {messages.accountTrust.resetTwoFactor}
              </Button>
            )}
          </>
        )}
        {/* Enabling waits until it is known who disabled the account. */}
        <Button variant="default" loading={change.isPending} disabled={!user.is_active && isTrustPending} onClick={toggle}>
          {user.is_active ? messages.people.disable : messages.people.enable}
        </Button>
        <Button variant="default" className="danger" onClick={() => onView('delete')}>
          {messages.app.delete}
        </Button>
      </div>
      {me.role === 'admin' && (
        <p className="meta">
          <Link to="/audit" search={{ actor_id: user.id }} className="tap-target">
            {messages.accountTrust.activity}
          </Link>
          <Link to="/audit" search={{ subject_id: user.id }} className="tap-target">
            {messages.accountTrust.changes}
          </Link>
        </p>
      )}
    </div>
  );
}

function EnableForm({ user, trust, onClose }: { user: Profile; trust: AccountTrust; onClose: () => void }) {
  const messages = useMessages();
  const enable = useApiMutation('PATCH /users/{id}', {
    invalidates,
    showErrorToast: false,
    onSuccess: () => {
      showToast({ text: messages.people.enabledNow(user.name) });
      onClose();
    },
  });
  return (
    <Form
      submit={messages.people.enable}
      onSubmit={() => enable.mutate({ params: { id: user.id }, body: { is_active: true } })}
      onCancel={onClose}
      isBusy={enable.isPending}
      error={enable.error}
    >
      <p>{messages.accountTrust.enableTitle(user.name)}</p>
      <p className="muted">{messages.accountTrust.enableText(trust.disabled_by_name, formatDay(trust.disabled_at ?? ''))}</p>
    </Form>
  );
}

function ResetTwoFactorForm({ user, onClose }: { user: Profile; onClose: () => void }) {
  const messages = useMessages();
  const reset = useApiMutation('DELETE /ext/users/{id}/mfa', {
    invalidates: ['GET /ext/users'],
    showErrorToast: false,
    onSuccess: () => {
      showToast({ text: messages.accountTrust.twoFactorReset(user.name) });
      onClose();
    },
  });
  return (
    <Form
      submit={messages.accountTrust.resetTwoFactor}
      onSubmit={() => reset.mutate({ params: { id: user.id } })}
      onCancel={onClose}
      isBusy={reset.isPending}
      error={reset.error}
      isDangerous
    >
      <p>{messages.accountTrust.resetTwoFactorTitle}</p>
      <p className="muted">{messages.accountTrust.resetTwoFactorText(user.name)}</p>
    </Form>
  );
}

function SetPasswordForm({ user, onClose }: { user: Profile; onClose: () => void }) {
  const messages = useMessages();
  const [password, setPassword] = useState('');
  const setPasswordOf = useApiMutation('POST /users/{id}/password-set', {
    invalidates: ['GET /ext/users'],
    showErrorToast: false,
    onSuccess: () => {
      showToast({ text: messages.people.passwordSet });
      onClose();
    },
  });
  return (
    <Form
      submit={messages.people.setPassword}
      onSubmit={() => setPasswordOf.mutate({ params: { id: user.id }, body: { password } })}
      onCancel={onClose}
      isBusy={setPasswordOf.isPending}
      isReady={isValidPassword(password)}
      error={setPasswordOf.error}
    >
      <NewPasswordField
        rule={messages.reset.rule}
        personal={[user.name, user.email]}
        label={messages.reset.password}
        value={password}
        onChange={setPassword}
      />
      <p className="muted small">{messages.accountTrust.temporaryPassword}</p>
    </Form>
  );
}

function DeleteForm({ user, onClose }: { user: Profile; onClose: () => void }) {
  const messages = useMessages();
  const remove = useApiMutation('DELETE /users/{id}', {
    invalidates,
    showErrorToast: false,
    onSuccess: () => {
      showToast({ text: messages.people.removed(user.name) });
      onClose();
    },
  });
  const hasRelatedRecords = isStatus(remove.error, 409);
  return (
    <Form
      submit={messages.app.delete}
      onSubmit={() => remove.mutate({ params: { id: user.id } })}
      onCancel={onClose}
      isBusy={remove.isPending}
      error={hasRelatedRecords ? undefined : remove.error}
      isDangerous
    >
      <p>{messages.people.remove}</p>
      <p className="muted">{messages.people.removeText}</p>
      {hasRelatedRecords && (
        <p className="form-error" role="alert">
          {messages.people.related}
        </p>
      )}
    </Form>
  );
}
