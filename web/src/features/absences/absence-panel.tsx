import { Text, Title } from '@mantine/core';
import { Panel } from '../../ui/panel.tsx';
import { AbsenceEditor } from './absence-editor.tsx';
import { useAbsenceTexts } from './texts/texts.ts';

/** The absences of a worker on the own account page. */
export function AbsencePanel({ userId }: { userId: string }) {
  const texts = useAbsenceTexts();
  return (
    <Panel aria-labelledby="absences">
      <Title order={2} id="absences">
        {texts.title}
      </Title>
      <Text c="dimmed">{texts.lead}</Text>
      <AbsenceEditor userId={userId} />
    </Panel>
  );
}
