import { Button } from '@mantine/core';
import { useState } from 'react';
import { isStatus } from '../../api/errors.ts';
import type { Profile } from '../../api/operations.ts';
import { type ReadName, useSend } from '../../api/queries.ts';
import { CopyLine } from '../../parts/copy-line.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form-kit.tsx';
import { isGoodPassword, NewPassword } from '../../parts/new-password.tsx';
import { notify } from '../../parts/notices.ts';
import { Refused } from '../../parts/states.tsx';
import { Exact } from '../../parts/time.tsx';
import { useMe } from '../../session/store.ts';
import { useWords } from '../../words/index.ts';

const changes: ReadName[] = ['GET /users', 'GET /ext/unconfirmed', 'GET /projects/{id}/workers'];
type Part = 'main' | 'delete' | 'password';

/** What can be done to an account, and why something cannot. */
export function AccountDialog({ user, onClose }: { user: Profile; onClose: () => void }) {
  const words = useWords();
  const me = useMe();
  const [part, setPart] = useState<Part>('main');
  return (
    <Dialog title={`${words.people.manage} ${user.name}`} onClose={onClose}>
      {user.id === me.id ? (
        <p className="muted">{words.people.notYourself}</p>
      ) : (
        <>
          {part === 'main' && <Main user={user} onPart={setPart} onClose={onClose} />}
          {part === 'password' && <SetPassword user={user} onClose={onClose} />}
          {part === 'delete' && <Remove user={user} onClose={onClose} />}
        </>
      )}
    </Dialog>
  );
}

function Main({ user, onPart, onClose }: { user: Profile; onPart: (part: Part) => void; onClose: () => void }) {
  const words = useWords();
  const me = useMe();
  const change = useSend('PATCH /users/{id}', { changes });
  const reset = useSend('POST /users/{id}/password-reset', { changes: [], quiet: true });
  const params = { id: user.id };
  function toggle(): void {
    const is_active = !user.is_active;
    const text = is_active ? words.people.enabledNow(user.name) : words.people.disabledNow(user.name);
    const undo = (): void => change.mutate({ params, body: { is_active: !is_active } });
    change.mutate(
      { params, body: { is_active } },
      {
        onSuccess: () => {
          notify({ text, undo });
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
          <h3>{words.people.resetTitle}</h3>
          <p className="muted">{words.people.resetText}</p>
          <CopyLine text={`${location.origin}/app/reset-password#token=${reset.data.token}`} />
          <p className="muted small">
            {words.people.until} <Exact at={reset.data.expires_at} />
          </p>
        </div>
      )}
      <Refused error={reset.error} />
      <div className="row-actions">
        {me.role === 'admin' && (
          <>
            <Button variant="default" loading={reset.isPending} onClick={() => reset.mutate({ params })}>
              {words.people.resetLink}
            </Button>
            <Button variant="default" onClick={() => onPart('password')}>
              {words.people.setPassword}
            </Button>
          </>
        )}
        <Button variant="default" loading={change.isPending} onClick={toggle}>
          {user.is_active ? words.people.disable : words.people.enable}
        </Button>
        <Button variant="default" className="danger" onClick={() => onPart('delete')}>
          {words.app.delete}
        </Button>
      </div>
    </div>
  );
}

function SetPassword({ user, onClose }: { user: Profile; onClose: () => void }) {
  const words = useWords();
  const [password, setPassword] = useState('');
  const send = useSend('POST /users/{id}/password-set', {
    changes: [],
    quiet: true,
    onDone: () => {
      notify({ text: words.people.passwordSet });
      onClose();
    },
  });
  return (
    <Form
      submit={words.people.setPassword}
      onSubmit={() => send.mutate({ params: { id: user.id }, body: { password } })}
      onCancel={onClose}
      isBusy={send.isPending}
      isReady={isGoodPassword(password)}
      error={send.error}
    >
      <NewPassword rule={words.reset.rule} label={words.reset.password} value={password} onChange={setPassword} />
    </Form>
  );
}

function Remove({ user, onClose }: { user: Profile; onClose: () => void }) {
  const words = useWords();
  const remove = useSend('DELETE /users/{id}', {
    changes,
    quiet: true,
    onDone: () => {
      notify({ text: words.people.removed(user.name) });
      onClose();
    },
  });
  const isRelated = isStatus(remove.error, 409);
  return (
    <Form
      submit={words.app.delete}
      onSubmit={() => remove.mutate({ params: { id: user.id } })}
      onCancel={onClose}
      isBusy={remove.isPending}
      error={isRelated ? undefined : remove.error}
      isDangerous
    >
      <p>{words.people.remove}</p>
      <p className="muted">{words.people.removeText}</p>
      {isRelated && (
        <p className="refused" role="alert">
          {words.people.related}
        </p>
      )}
    </Form>
  );
}
