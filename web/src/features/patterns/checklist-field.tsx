import { NativeSelect } from '@mantine/core';
import { useApiQuery } from '../../api/queries.ts';
import type { PatternDraft } from './pattern-draft.ts';
import { usePatternTexts } from './texts/texts.ts';

interface Props {
  attached: PatternDraft['attached'];
  /** whose requests they are, where it is known */
  clientId: string | undefined;
  onChange: (attached: PatternDraft['attached']) => void;
}

/** Chooses the checklist that each request gets. */
export function ChecklistField({ attached, clientId, onChange }: Props) {
  const texts = usePatternTexts();
  const { data } = useApiQuery('GET /ext/checklists', { query: { limit: 100 } });
  const { checklist_id: id, ...others } = attached;
  const usable = (data?.items ?? []).filter(
    ({ client_id }) => client_id === null || clientId === undefined || client_id === clientId,
  );
  const isListed = id === undefined || usable.some((checklist) => checklist.id === id);
  // One of the admins is no checklist of the client who reads this.
  const stored = isListed ? [] : [{ value: String(id), label: texts.otherChecklist(id) }];
  return (
    <NativeSelect
      label={texts.checklist}
      value={id === undefined ? '' : String(id)}
      data={[
        { value: '', label: texts.noChecklist },
        ...usable.map((checklist) => ({ value: String(checklist.id), label: checklist.name })),
        ...stored,
      ]}
      onChange={({ currentTarget: { value } }) => onChange({ ...others, ...(value && { checklist_id: Number(value) }) })}
    />
  );
}
