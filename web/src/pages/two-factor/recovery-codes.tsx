import { Box, Button, Code, Flex, Group, Stack, Text, Title } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { Note } from '../../ui/note.tsx';
import { useTwoFactorTexts } from './texts/texts.ts';

interface Props {
  codes: string[];
  isSaved: boolean;
  onSaved: (isSaved: boolean) => void;
  /** whether the user wanted to go on before the codes were saved */
  isReminded: boolean;
  onDone: () => void;
}

/** The recovery codes, which are shown once: to copy, download or print, with a confirmation that they were saved. */
export function RecoveryCodes({ codes, isSaved, onSaved, isReminded, onDone }: Props) {
  const messages = useMessages();
  const texts = useTwoFactorTexts();
  const { email } = useCurrentUser();
  const { copy, copied } = useClipboard();
  const title = texts.fileTitle(email);
  return (
    <Stack gap="md" mt="xs">
      <Text c="dimmed">{texts.recoveryText}</Text>
      <div className="recovery-codes">
        <Title order={3} className="print-only">
          {title}
        </Title>
        <Flex component="ul" wrap="wrap" gap={6}>
          {codes.map((code) => (
            <Box key={code} component="li" flex="1 1 200px">
              <Code display="block" ta="center" py={6} fz="sm">
                {code}
              </Code>
            </Box>
          ))}
        </Flex>
      </div>
      <Group gap="xs">
        {navigator.clipboard && (
          <Button variant="default" ref={focusOnMount} onClick={() => copy(codes.join('\n'))}>
            {copied ? messages.app.copied : texts.copyAll}
          </Button>
        )}
        <Button variant="default" onClick={() => download(`${title}\n\n${codes.join('\n')}\n`, 'callout-recovery-codes.txt')}>
          {texts.download}
        </Button>
        <Button variant="default" onClick={() => print()}>
          {texts.print}
        </Button>
      </Group>
      <Group component="label" wrap="nowrap" gap="xs" mih="var(--min-target-size)">
        <Box
          component="input"
          type="checkbox"
          w={20}
          h={20}
          style={{ accentColor: 'var(--accent)' }}
          checked={isSaved}
          onChange={(event) => onSaved(event.currentTarget.checked)}
        />
        <Text fw={500}>{texts.saved}</Text>
      </Group>
      {isReminded && !isSaved && (
        <Note tone="danger" role="alert">
          {texts.saveFirst}
        </Note>
      )}
      <Group>
        <Button onClick={onDone}>{texts.done}</Button>
      </Group>
    </Stack>
  );
}

function download(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
