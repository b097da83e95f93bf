import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSend } from '../../api/queries.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form-kit.tsx';
import { isGoodPassword, NewPassword } from '../../parts/new-password.tsx';
import { notify } from '../../parts/notices.ts';
import { useDraft } from '../../session/draft.ts';
import { useMe } from '../../session/store.ts';
import { useWords } from '../../words/index.ts';
import { type Role, roles } from '../../words/labels.ts';

/** An admin makes accounts of every role, a client makes workers. */
export function CreateUser({ of: initial, onClose }: { of: Role; onClose: () => void }) {
  const words = useWords();
  const me = useMe();
  const [draft, setDraft, clear] = useDraft('new-user', { name: '', email: '', phone: '', role: initial });
  const [password, setPassword] = useState('');
  const isAdmin = me.role === 'admin';
  const create = useSend('POST /users', {
    changes: ['GET /users', 'GET /ext/unconfirmed'],
    quiet: true,
    onDone: ({ name }) => {
      clear();
      notify({ text: isAdmin ? words.people.created(name) : words.people.createdUnconfirmed(name) });
      onClose();
    },
  });
  const role: Role = isAdmin ? draft.role : 'worker';
  const body = { name: draft.name.trim(), email: draft.email.trim(), phone: draft.phone.trim(), role, password };
  return (
    <Dialog title={isAdmin ? words.people.create : words.people.createWorker} onClose={onClose}>
      <Form
        submit={isAdmin ? words.people.create : words.people.createWorker}
        onSubmit={() => create.mutate({ body })}
        onCancel={onClose}
        isBusy={create.isPending}
        isReady={body.name !== '' && body.email !== '' && isGoodPassword(password)}
        error={create.error}
      >
        {isAdmin && (
          <NativeSelect
            label={words.people.role}
            value={draft.role}
            onChange={(event) => setDraft({ ...draft, role: event.currentTarget.value as Role })}
            data={roles.map((value) => ({ value, label: words.labels.role[value] }))}
          />
        )}
        <TextInput
          label={words.people.name}
          required
          maxLength={200}
          autoComplete="off"
          value={draft.name}
          onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
        />
        <TextInput
          label={words.people.email}
          type="email"
          required
          autoComplete="off"
          value={draft.email}
          onChange={(event) => setDraft({ ...draft, email: event.currentTarget.value })}
        />
        <TextInput
          label={`${words.people.phone} (${words.app.optional})`}
          type="tel"
          maxLength={32}
          autoComplete="off"
          value={draft.phone}
          onChange={(event) => setDraft({ ...draft, phone: event.currentTarget.value })}
        />
        <NewPassword rule={words.reset.rule} label={words.people.password} value={password} onChange={setPassword} />
      </Form>
    </Dialog>
  );
}
