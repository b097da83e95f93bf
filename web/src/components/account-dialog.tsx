import { Button } from '@mantine/core';
import { useState } from 'react';
import type { QueryName } from '../api/client.ts';
import { useApiMutation } from '../api/queries.ts';
import type { Profile } from '../contract/schemas.ts';
import { isStatus } from '../http/errors.ts';
import { useMessages } from '../i18n/locale.ts';
import { showToast } from '../lib/toasts.ts';
import { useCurrentUser } from '../session/session-store.ts';
import { CopyableText } from './copyable-text.tsx';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';
import { FormError } from './form-error.tsx';
import { isValidPassword, NewPasswordField } from './new-password-field.tsx';
import { DateTime } from './time.tsx';

const invalidates: QueryName[] = ['GET /users', 'GET /ext/unconfirmed', 'GET /projects/{id}/workers'];
type View = 'actions' | 'delete' | 'password';

/** Disables, enables or deletes an account; for admins also sets its password. */
export function AccountDialog({ user, onClose }: { user: Profile; onClose: () => void }) {
  const messages = useMessages();
  const me = useCurrentUser();
  const [view, setView] = useState<View>('actions');
  return (
    <Dialog title={messages.people.manage(user.name)} onClose={onClose}>
      {user.id === me.id ? (
        <p className="muted">{messages.people.notYourself}</p>
      ) : (
        <>
          {view === 'actions' && <AccountActions user={user} onView={setView} onClose={onClose} />}
          {view === 'password' && <SetPasswordForm user={user} onClose={onClose} />}
          {view === 'delete' && <DeleteForm user={user} onClose={onClose} />}
        </>
      )}
    </Dialog>
  );
}

function AccountActions({ user, onView, onClose }: { user: Profile; onView: (view: View) => void; onClose: () => void }) {
  const messages = useMessages();
  const me = useCurrentUser();
  const change = useApiMutation('PATCH /users/{id}', { invalidates });
  const reset = useApiMutation('POST /users/{id}/password-reset', { invalidates: [], showErrorToast: false });
  const params = { id: user.id };
  function toggle(): void {
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
          </>
        )}
        <Button variant="default" loading={change.isPending} onClick={toggle}>
          {user.is_active ? messages.people.disable : messages.people.enable}
        </Button>
        <Button variant="default" className="danger" onClick={() => onView('delete')}>
          {messages.app.delete}
        </Button>
      </div>
    </div>
  );
}

function SetPasswordForm({ user, onClose }: { user: Profile; onClose: () => void }) {
  const messages = useMessages();
  const [password, setPassword] = useState('');
  const setPasswordOf = useApiMutation('POST /users/{id}/password-set', {
    invalidates: [],
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
