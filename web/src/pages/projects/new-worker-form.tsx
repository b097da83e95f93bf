import { Switch } from '@mantine/core';
import { useState } from 'react';
import { useFormMutation } from '../../api/queries.ts';
import type { Project } from '../../contract/schemas.ts';
import { ContactFields } from '../../features/contact-fields.tsx';
import { useCurrentUser } from '../../session/session-store.ts';
import { useDraft } from '../../session/use-draft.ts';
import { Form } from '../../ui/form.tsx';
import { useProjectTexts } from './texts/texts.ts';
import type { NewWorker } from './worker-credentials.tsx';

interface Props {
  project: Pick<Project, 'id' | 'name'>;
  onBack: () => void;
  onCreated: (worker: NewWorker) => void;
}

/** Creates the account of a worker, who sets the password with a link, and says what to do with it then. */
export function NewWorkerForm({ project, onBack, onCreated }: Props) {
  const texts = useProjectTexts();
  const me = useCurrentUser();
  const [draft, setDraft, clear] = useDraft('new-worker', { name: '', email: '', phone: '' });
  const [canSignIn, setCanSignIn] = useState(true);
  const [isInvited, setInvited] = useState(true);
  const create = useFormMutation('POST /ext/users', {
    invalidates: ['GET /users', 'GET /ext/unconfirmed'],
    onSuccess: (user) => {
      clear();
      const isApproved = Boolean(user.confirmed_at);
      const steps = { approves: canSignIn && !isApproved, invites: canSignIn && isInvited, waits: !canSignIn && !isApproved };
      onCreated({ user, ...steps });
    },
  });
  const body = {
    name: draft.name.trim(),
    email: draft.email.trim(),
    phone: draft.phone.trim(),
    role: 'worker' as const,
  };
  return (
    <Form
      submit={texts.submit}
      onSubmit={() => create.mutate({ body })}
      onCancel={onBack}
      mutation={create}
      isReady={body.name !== '' && body.email !== ''}
    >
      <ContactFields values={draft} onChange={(values) => setDraft({ ...draft, ...values })} />
      <div>
        {/* The accounts that an admin creates need no approval. */}
        {me.role === 'client' && (
          <Switch
            size="md"
            label={texts.canSignIn}
            description={canSignIn ? undefined : texts.approveLater}
            checked={canSignIn}
            onChange={(event) => setCanSignIn(event.currentTarget.checked)}
          />
        )}
        <Switch
          size="md"
          label={texts.inviteTo(project.name)}
          disabled={!canSignIn}
          checked={canSignIn && isInvited}
          onChange={(event) => setInvited(event.currentTarget.checked)}
        />
      </div>
    </Form>
  );
}
