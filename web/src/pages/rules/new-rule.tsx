import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { apiQuery, useFormMutation } from '../../api/queries.ts';
import { forRoles } from '../../features/for-roles.tsx';
import { ObjectPicker } from '../../features/object-picker.tsx';
import {
  defaultPattern,
  gridOf,
  isValidPattern,
  type PatternDraft,
  toPatternBody,
} from '../../features/patterns/pattern-draft.ts';
import { PatternFields } from '../../features/patterns/pattern-fields.tsx';
import { isSelectedObject, type SelectedObject } from '../../features/recent-objects.ts';
import { hasDescription } from '../../features/ticket-fields.tsx';
import { useMessages } from '../../i18n/locale.ts';
import { useDraft } from '../../session/use-draft.ts';
import { Form } from '../../ui/form.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { RuleEquipment } from './rule-equipment.tsx';
import { RuleFields, type TicketDraft } from './rule-fields.tsx';

interface Draft extends TicketDraft {
  pattern: PatternDraft;
}

const emptyDraft: Draft = { category: 'other', description: '', floor: '', priority: 'normal', pattern: defaultPattern() };

const isObjectOrNone = (value: unknown): value is SelectedObject | null => value === null || isSelectedObject(value);

/** The form for a new rule. */
export const NewRulePage = forRoles(['client', 'admin'], NewRule);

function NewRule() {
  const messages = useMessages();
  const navigate = useNavigate();
  const [object, setObject, clearObject] = useDraft<SelectedObject | null>('new-rule-object', null, isObjectOrNone);
  const [draft, setDraft, clear] = useDraft('new-rule', emptyDraft);
  const create = useFormMutation('POST /ext/recurring', {
    invalidates: ['GET /ext/recurring', 'GET /ext/recurring/calendar'],
    onSuccess: ({ id }) => {
      clear();
      clearObject();
      void navigate({ to: '/rules/$id', params: { id: String(id) }, replace: true });
    },
  });
  const { pattern, ...template } = draft;
  const found = useQuery({ ...apiQuery('GET /ext/objects', { query: { id: object?.id ?? 0 } }), enabled: object !== null });
  const isReady = object !== null && hasDescription(draft) && isValidPattern(pattern);
  const setPattern = (changed: PatternDraft): void => setDraft({ ...draft, pattern: changed });
  /** The worker may not work for the project of another object, which has other equipment. */
  function selectObject(selected: SelectedObject | undefined): void {
    setObject(selected ?? null);
    const { equipment_id, ...attached } = pattern.attached;
    if (pattern.workerId !== '' || equipment_id !== undefined) setPattern({ ...pattern, workerId: '', attached });
  }
  const submit = (): void =>
    create.mutate({
      body: { ...template, object_id: object?.id ?? 0, ...gridOf(pattern), pattern: toPatternBody(pattern) },
    });
  return (
    <PageLayout title={messages.rule.create}>
      <Box maw={560} className="needs-object">
        <ObjectPicker selected={object ?? undefined} onSelect={selectObject} />
        <Form
          submit={messages.app.create}
          onSubmit={submit}
          mutation={create}
          isReady={isReady}
          alsoMissing={object ? undefined : messages.create.object}
        >
          <RuleFields draft={draft} onChange={setDraft}>
            {object && (
              <RuleEquipment
                objectId={object.id}
                attached={pattern.attached}
                onChange={(attached) => setPattern({ ...pattern, attached })}
              />
            )}
            <PatternFields draft={pattern} onChange={setPattern} projectId={found.data?.items[0]?.project_id} />
          </RuleFields>
        </Form>
      </Box>
    </PageLayout>
  );
}
