import { useState } from 'react';
import { isStatus } from '../../api/errors.ts';
import type { Profile } from '../../api/operations.ts';
import { useSend } from '../../api/queries.ts';
import { notify } from '../../parts/notices.ts';
import { useMe } from '../../session/store.ts';
import { useWords } from '../../words/index.ts';
import { AccountDialog } from './account-dialog.tsx';

/** One account: its state, and the way to what can be done to it. */
export function UserLine({ user }: { user: Profile }) {
  const words = useWords();
  const me = useMe();
  const [isManaging, setManaging] = useState(false);
  const confirm = useSend('POST /users/{id}/confirm', {
    changes: ['GET /users'],
    quiet: true,
    onDone: () => notify({ text: words.people.confirmed(user.name) }),
  });
  const isForeign = me.role === 'client' && isStatus(confirm.error, 404);
  return (
    <li>
      <div className="grow">
        <b>{user.name}</b> {user.id === me.id && <span className="muted">({words.people.you})</span>}
        <p className="muted small">
          {user.email}
          {user.phone && `, ${user.phone}`}
        </p>
      </div>
      {!user.confirmed_at && <span className="tag warn">{isForeign ? words.people.notYours : words.people.waiting}</span>}
      {!user.is_active && <span className="tag">{words.people.disabled}</span>}
      <div className="row-actions">
        {!user.confirmed_at && !isForeign && (
          <button
            type="button"
            className="plain"
            onClick={() =>
              confirm.mutate(
                { params: { id: user.id } },
                { onError: (error) => !(me.role === 'client' && isStatus(error, 404)) && notify({ error }) },
              )
            }
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
