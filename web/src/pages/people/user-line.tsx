import { useState } from 'react';
import type { Profile } from '../../api/operations.ts';
import { useSend } from '../../api/queries.ts';
import { notify } from '../../parts/notices.ts';
import { useSendsMail } from '../../parts/sends-mail.ts';
import { useMe } from '../../session/store.ts';
import { useWords } from '../../words/index.ts';
import { AccountDialog } from './account-dialog.tsx';

/** One account: its state, and the way to what can be done to it. */
export function UserLine({ user, mayConfirm }: { user: Profile; mayConfirm: boolean }) {
  const words = useWords();
  const me = useMe();
  const getsMail = useSendsMail();
  const [isManaging, setManaging] = useState(false);
  const confirm = useSend('POST /users/{id}/confirm', {
    changes: ['GET /users', 'GET /ext/unconfirmed'],
    onDone: () => notify({ text: words.people.confirmed(user.name, getsMail) }),
  });
  return (
    <li>
      <div className="grow">
        <b>{user.name}</b> {user.id === me.id && <span className="muted">({words.people.you})</span>}
        <p className="muted small">
          {user.email}
          {user.phone && `, ${user.phone}`}
        </p>
      </div>
      {!user.confirmed_at && <span className="tag warn">{words.people.waiting}</span>}
      {!user.is_active && <span className="tag">{words.people.disabled}</span>}
      <div className="row-actions">
        {!user.confirmed_at && mayConfirm && (
          <button
            type="button"
            className="plain"
            disabled={confirm.isPending}
            onClick={() => confirm.mutate({ params: { id: user.id } })}
          >
            {words.people.confirm}
            <span className="hidden"> {user.name}</span>
          </button>
        )}
        {me.role === 'admin' && (
          <button type="button" className="plain" onClick={() => setManaging(true)}>
            {words.app.edit}
            <span className="hidden"> {user.name}</span>
          </button>
        )}
      </div>
      {isManaging && <AccountDialog user={user} onClose={() => setManaging(false)} />}
    </li>
  );
}
