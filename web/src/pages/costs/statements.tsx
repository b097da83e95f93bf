import { Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { downloadFile } from '../../api/download-file.ts';
import { useApiQuery } from '../../api/queries.ts';
import { forRoles } from '../../features/for-roles.tsx';
import { type SelectedUser, UserPicker } from '../../features/user-picker.tsx';
import { formatMonth, timeZone } from '../../i18n/dates.ts';
import { preferredLanguage } from '../../i18n/locale.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { PageLayout } from '../../ui/page-layout.tsx';
import { Panel } from '../../ui/panel.tsx';
import { daysOfMonth, lastMonths } from './months.ts';
import { useStatementTexts } from './texts/texts.ts';

const shownMonths = 36;

/** What a client's requests cost in a month as a PDF file, and all lines for an accounting program. */
export const StatementsPage = forRoles(['client', 'admin'], Statements);

function Statements() {
  const texts = useStatementTexts();
  const me = useCurrentUser();
  const months = lastMonths(new Date(), shownMonths);
  // What is complete: the month before this one.
  const [month, setMonth] = useState(months[1] ?? '');
  const [projectId, setProjectId] = useState('');
  const [client, setClient] = useState<SelectedUser>();
  const projects = useApiQuery('GET /projects', { query: { limit: 100 } });
  const clientId = me.role === 'admin' ? client?.id : me.id;
  const project = projectId === '' ? {} : { project_id: Number(projectId) };
  return (
    <PageLayout title={texts.title} lead={texts.lead}>
      <Stack gap="md" maw={640}>
        <Group gap="sm" align="flex-end">
          <NativeSelect
            flex="1 1 200px"
            label={texts.month}
            value={month}
            data={months.map((one) => ({ value: one, label: formatMonth(new Date(`${one}-15T12:00:00`)) }))}
            onChange={({ currentTarget }) => setMonth(currentTarget.value)}
          />
          <NativeSelect
            flex="1 1 200px"
            label={texts.project}
            value={projectId}
            data={[
              { value: '', label: texts.allProjects },
              ...(projects.data?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={({ currentTarget }) => setProjectId(currentTarget.value)}
          />
        </Group>
        <Panel aria-labelledby="statement">
          <Title order={2} id="statement">
            {texts.statement}
          </Title>
          <Text c="dimmed">{texts.statementText}</Text>
          {me.role === 'admin' && (
            <UserPicker userRole="client" label={texts.client} selected={client} onSelect={setClient} includesDisabled />
          )}
          <DownloadButton
            text={texts.downloadStatement}
            isReady={clientId !== undefined}
            download={async (signal) => {
              const query = { month, timezone: timeZone(), language: preferredLanguage(), ...project };
              const input = { params: { id: clientId ?? '' }, query };
              saveFile(await downloadFile('GET /ext/users/{id}/statement.pdf', input, { signal }), `costs-${month}.pdf`);
            }}
          />
        </Panel>
        <Panel aria-labelledby="accounting">
          <Title order={2} id="accounting">
            {texts.accounting}
          </Title>
          <Text c="dimmed">{texts.accountingText}</Text>
          <DownloadButton
            text={texts.downloadFile}
            download={async (signal) => {
              const query = { ...daysOfMonth(month), ...project };
              saveFile(await downloadFile('GET /ext/costs.csv', { query }, { signal }), `costs-${month}.csv`);
            }}
          />
        </Panel>
        <Text>
          <Link to="/numbers">{texts.numbers}</Link>
        </Text>
      </Stack>
    </PageLayout>
  );
}
