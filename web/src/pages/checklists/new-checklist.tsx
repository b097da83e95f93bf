import { Box, NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormMutation } from '../../api/queries.ts';
import { forRoles } from '../../features/for-roles.tsx';
import { UserPicker } from '../../features/user-picker.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { showToast } from '../../lib/toasts.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { useDraft } from '../../session/use-draft.ts';
import { Form } from '../../ui/form.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { type ChecklistDraft, isChecklistDraft, isValidChecklist, newItem, toChecklistBody } from './checklist-draft.ts';
import { ChecklistFields } from './checklist-fields.tsx';
import { useChecklistTexts } from './texts/texts.ts';

/** The form for a new checklist. */
export const NewChecklistPage = forRoles(['client', 'admin'], NewChecklist);

interface Client {
  id: string;
  name: string;
  email: string;
}

function NewChecklist() {
  const messages = useMessages();
  const texts = useChecklistTexts();
  const me = useCurrentUser();
  const navigate = useNavigate();
  const [first] = useState<ChecklistDraft>(() => ({ name: '', items: [newItem()] }));
  const [draft, setDraft, clear] = useDraft('new-checklist', first, isChecklistDraft);
  const [isOfClient, setOfClient] = useState(false);
  const [client, setClient] = useState<Client>();
  const create = useFormMutation('POST /ext/checklists', {
    invalidates: ['GET /ext/checklists'],
    onSuccess: () => {
      clear();
      showToast({ text: messages.app.saved });
      void navigate({ to: '/checklists', replace: true });
    },
  });
  const isMissingClient = isOfClient && !client;
  return (
    <PageLayout title={texts.create}>
      <Box maw={640}>
        {me.role === 'admin' && (
          <Box mb="md">
            <NativeSelect
              label={texts.whose}
              value={isOfClient ? 'one' : 'all'}
              data={[
                { value: 'all', label: texts.forAll },
                { value: 'one', label: texts.oneClient },
              ]}
              onChange={(event) => setOfClient(event.currentTarget.value === 'one')}
            />
            {isOfClient && (
              <Box mt="xs">
                <UserPicker userRole="client" label={texts.client} selected={client} onSelect={setClient} />
              </Box>
            )}
          </Box>
        )}
        <Form
          submit={messages.app.create}
          onSubmit={() =>
            create.mutate({ body: { ...toChecklistBody(draft), ...(isOfClient && client && { client_id: client.id }) } })
          }
          isBusy={create.isPending}
          isReady={isValidChecklist(draft) && !isMissingClient}
          alsoMissing={isMissingClient ? texts.client : undefined}
          error={create.error}
        >
          <ChecklistFields draft={draft} onChange={setDraft} />
        </Form>
      </Box>
    </PageLayout>
  );
}
