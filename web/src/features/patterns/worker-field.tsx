import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { membersQuery } from '../assigning/candidates.ts';
import { usePatternTexts } from './texts/texts.ts';

interface Props {
  projectId: number | undefined;
  /** empty: nobody */
  workerId: string;
  stored: { id: string; name: string; isMissing: boolean } | undefined;
  onChange: (workerId: string) => void;
}

/** Chooses the worker to whom each ticket is assigned: an active member of the project. */
export function WorkerField({ projectId, workerId, stored, onChange }: Props) {
  const texts = usePatternTexts();
  const { data: members = [] } = useQuery({ ...membersQuery(projectId ?? 0), enabled: projectId !== undefined });
  const active = members
    .filter(({ status, is_active }) => status === 'active' && is_active)
    .map(({ id, name }) => ({ value: id, label: name }));
  const isListed = workerId === '' || active.some(({ value }) => value === workerId);
  const storedName = stored?.isMissing ? texts.workerLeft(stored.name) : (stored?.name ?? workerId);
  return (
    <NativeSelect
      label={texts.worker}
      value={workerId}
      data={[{ value: '', label: texts.nobody }, ...active, ...(isListed ? [] : [{ value: workerId, label: storedName }])]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
