import { Button, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { invalidate } from '../../api/invalidation.ts';
import { useFormMutation } from '../../api/queries.ts';
import { CopyableText } from '../../ui/copyable-text.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { DateTime } from '../../ui/time.tsx';
import { useMessengerTexts } from './texts/texts.ts';

const pollIntervalMs = 4_000;

/** A link with a code that binds a chat. The page polls until the chat is bound. */
export function ConnectChatPanel({ bot }: { bot: string }) {
  const texts = useMessengerTexts();
  const client = useQueryClient();
  const code = useFormMutation('POST /auth/messenger/code', { invalidates: ['GET /auth/messenger'] });
  const hasCode = code.isSuccess;
  useEffect(() => {
    if (!hasCode) return;
    const timer = setInterval(() => invalidate(client, 'GET /auth/messenger'), pollIntervalMs);
    return () => clearInterval(timer);
  }, [hasCode, client]);
  return (
    <Panel aria-labelledby="bind">
      <Title order={2} id="bind">
        {texts.bind}
      </Title>
      {bot && (
        <Text size="sm" c="dimmed">
          @{bot}
        </Text>
      )}
      <Text c="dimmed">{texts.bindText}</Text>
      {code.data && (
        <>
          <QrCode text={code.data.link} label={texts.qr} />
          <a href={code.data.link} target="_blank" rel="noreferrer">
            {texts.open}
          </a>
          <Text size="sm">{texts.code}</Text>
          <CopyableText text={code.data.code} />
          <Text size="sm" c="dimmed">
            {texts.codeUntil} <DateTime at={code.data.expires_at} />
          </Text>
        </>
      )}
      <FormError error={code.error} />
      <Button variant={code.data ? 'default' : 'filled'} loading={code.isPending} onClick={() => code.mutate({})}>
        {code.data ? texts.newCode : texts.getCode}
      </Button>
    </Panel>
  );
}
