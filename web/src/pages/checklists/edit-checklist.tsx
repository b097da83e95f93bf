import { Box, Text } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useApiQuery, useFormMutation } from '../../api/queries.ts';
import type { Checklist } from '../../contract/schemas.ts';
import { forRoles } from '../../features/for-roles.tsx';
import { isStatus } from '../../http/errors.ts';
import { useMessages } from '../../i18n/locale.ts';
import { parseStored } from '../../lib/storage.ts';
import { showToast } from '../../lib/toasts.ts';
import { mayWrite } from '../../session/acting.ts';
import { useEditDraft } from '../../session/use-draft.ts';
import { Form } from '../../ui/form.tsx';
import { NotFound } from '../../ui/not-found.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { isChecklistDraft, isValidChecklist, toChecklistBody, toChecklistDraft } from './checklist-draft.ts';
import { ChecklistFields } from './checklist-fields.tsx';
import { useChecklistTexts } from './texts/texts.ts';

/** Changes a checklist. */
export const EditChecklistPage = forRoles(['client', 'admin'], EditChecklist);

function EditChecklist() {
  const texts = useChecklistTexts();
  const id = Number(useParams({ from: '/signed-in/in-settings/checklists/$id' }).id);
  const query = useApiQuery('GET /ext/checklists/{id}', { params: { id } });
  if (query.isError && isStatus(query.error, 400, 404)) return <NotFound />;
  return (
    <PageLayout title={query.data?.name ?? texts.title} lead={query.data && texts.copiesStay}>
      <QueryState query={query} />
      {query.data && (mayWrite ? <EditForm key={id} checklist={query.data} /> : <Items checklist={query.data} />)}
    </PageLayout>
  );
}

/** For whoever may only look. */
function Items({ checklist: { items } }: { checklist: Checklist }) {
  const texts = useChecklistTexts();
  return (
    <Box component="ol" maw={640}>
      {items.map(({ id, label, kind }) => (
        <li key={id}>
          <bdi>{label}</bdi>{' '}
          <Text span c="dimmed" size="sm">
            {texts.kinds[kind]}
          </Text>
        </li>
      ))}
    </Box>
  );
}

function EditForm({ checklist }: { checklist: Checklist }) {
  const messages = useMessages();
  const navigate = useNavigate();
  const { id } = checklist;
  const stored = toChecklistDraft(checklist);
  // As a text, because a draft may have more items than what is stored, and fewer.
  const [text, setText, clear] = useEditDraft(`checklist:${id}`, JSON.stringify(stored));
  const draft = parseStored(text, isChecklistDraft) ?? stored;
  const change = useFormMutation('PATCH /ext/checklists/{id}', {
    invalidates: ['GET /ext/checklists', 'GET /ext/checklists/{id}'],
    onSuccess: () => {
      clear();
      showToast({ text: messages.app.saved });
      void navigate({ to: '/checklists' });
    },
  });
  function cancel(): void {
    clear();
    void navigate({ to: '/checklists' });
  }
  return (
    <Box maw={640}>
      <Form
        submit={messages.app.save}
        onSubmit={() => change.mutate({ params: { id }, body: toChecklistBody(draft) })}
        onCancel={cancel}
        mutation={change}
        isReady={isValidChecklist(draft)}
      >
        <ChecklistFields draft={draft} onChange={(changed) => setText(JSON.stringify(changed))} />
      </Form>
    </Box>
  );
}
