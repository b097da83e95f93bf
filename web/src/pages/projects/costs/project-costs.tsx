import { Button, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiQuery } from '../../../api/queries.ts';
import type { Project } from '../../../contract/schemas.ts';
import { mayWrite } from '../../../session/acting.ts';
import { Fact, Facts } from '../../../ui/fact.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { SectionHead } from '../../../ui/panel.tsx';
import { formatMoney } from '../../costs/format-money.ts';
import { useProjectCostTexts } from './texts/texts.ts';

const CostsDialog = lazyPart(async () => (await import('./costs-dialog.tsx')).CostsDialog);

/** What the costs of a project count in, and above which sum they need a quote. */
export function ProjectCosts({ project }: { project: Project }) {
  const texts = useProjectCostTexts();
  const [isEditing, setEditing] = useState(false);
  const { data } = useApiQuery('GET /ext/projects/{id}/costs', { params: { id: project.id } });
  if (!data) return null;
  const { currency, approval_limit: limit } = data;
  return (
    <section aria-labelledby="project-costs">
      <SectionHead>
        <Title order={2} id="project-costs">
          {texts.title}
        </Title>
        {mayWrite && (
          <Button variant="default" onClick={() => setEditing(true)}>
            {texts.edit}
          </Button>
        )}
      </SectionHead>
      <Facts>
        <Fact name={texts.currency}>{currency}</Fact>
        <Fact name={texts.limit}>{limit === null ? texts.noLimit : formatMoney(limit, currency)}</Fact>
      </Facts>
      <Text mt="xs">
        <Link to="/costs">{texts.statements}</Link>
      </Text>
      {isEditing && <CostsDialog project={project} settings={data} onClose={() => setEditing(false)} />}
    </section>
  );
}
