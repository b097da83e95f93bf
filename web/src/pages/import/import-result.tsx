import { Button, Group, Text, Title } from '@mantine/core';
import type { FileKind } from '../../contract/import-kinds.ts';
import { useMailEnabled } from '../../features/use-mail-enabled.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useImportTexts } from './texts/texts.ts';

interface Props {
  kind: FileKind;
  created: number;
  onAgain: () => void;
}

/** What was imported, and what comes next. */
export function ImportResult({ kind, created, onAgain }: Props) {
  const texts = useImportTexts();
  return (
    <Panel aria-labelledby="imported">
      <Title order={2} id="imported" ref={focusOnMount} tabIndex={-1}>
        {texts.done[kind](created)}
      </Title>
      <Text>{useNextStep(kind)}</Text>
      <Group gap="xs">
        <ListLink kind={kind} />
        <Button variant="default" onClick={onAgain}>
          {texts.another}
        </Button>
      </Group>
    </Panel>
  );
}

function useNextStep(kind: FileKind): string {
  const messages = useMessages();
  const { next } = useImportTexts();
  const { role } = useCurrentUser();
  const sendsMail = useMailEnabled() === true;
  if (kind !== 'workers') return next[kind];
  if (role === 'admin') return sendsMail ? next.mailed : next.withoutMail;
  const page = messages.nav.workers;
  return sendsMail ? next.approve(page) : next.approveWithoutMail(page);
}

/** Leads to what was imported. */
export function ListLink({ kind, isSecondary = false }: { kind: FileKind; isSecondary?: boolean }) {
  const { toList } = useImportTexts();
  const { role } = useCurrentUser();
  const pages = { objects: 'projects', equipment: 'buildings', workers: role === 'admin' ? 'users' : 'workers' } as const;
  const page = pages[kind];
  return (
    <LinkButton to={`/${page}`} {...(isSecondary && { variant: 'default' })}>
      {toList[page]}
    </LinkButton>
  );
}
