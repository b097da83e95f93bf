import { Button, Code, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFormMutation } from '../../api/queries.ts';
import type { ApiToken } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { CopyableText } from '../../ui/copyable-text.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { RadioTiles } from '../../ui/radio-tiles.tsx';
import { useApiTokenTexts } from './texts/texts.ts';

const scopes = ['read', 'write'] as const satisfies ApiToken['scope'][];
const lifetimesDays = [30, 90, 365];
const defaultLifetimeDays = '90';
const dayMs = 86_400_000;
const maxNameLength = 100;

/** Creates an API token and shows it, once. */
export function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const messages = useMessages();
  const texts = useApiTokenTexts();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<ApiToken['scope']>('read');
  /** empty: it does not expire */
  const [lifetimeDays, setLifetimeDays] = useState(defaultLifetimeDays);
  const create = useFormMutation('POST /ext/tokens', { invalidates: ['GET /ext/tokens'] });
  if (create.data) return <CreatedToken token={create.data.token} onClose={onClose} />;
  function submit(): void {
    const expires_at = lifetimeDays && new Date(Date.now() + Number(lifetimeDays) * dayMs).toISOString();
    create.mutate({ body: { name: name.trim(), scope, ...(expires_at && { expires_at }) } });
  }
  return (
    <Dialog title={texts.create} onClose={onClose}>
      <Form submit={messages.app.create} onSubmit={submit} onCancel={onClose} mutation={create} isReady={name.trim() !== ''}>
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          required
          maxLength={maxNameLength}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <RadioTiles legend={messages.apiTokens.scope} value={scope} options={scopes} labels={texts.scopes} onChange={setScope} />
        <NativeSelect
          label={messages.apiTokens.expires}
          value={lifetimeDays}
          onChange={(event) => setLifetimeDays(event.currentTarget.value)}
          data={[
            ...lifetimesDays.map((days) => ({ value: String(days), label: texts.lifetimes(days) })),
            { value: '', label: texts.never },
          ]}
        />
      </Form>
    </Dialog>
  );
}

function CreatedToken({ token, onClose }: { token: string; onClose: () => void }) {
  const texts = useApiTokenTexts();
  return (
    <Dialog title={texts.createdTitle} onClose={onClose} closesOnBackdrop={false}>
      <Stack gap="md" mt="xs">
        <Text c="dimmed">{texts.createdText}</Text>
        <CopyableText text={token} />
        <div>
          <Text size="sm" c="dimmed">
            {texts.usage}
          </Text>
          <Code fz="sm">Authorization: Bearer cot_…</Code>
        </div>
        <Group gap="xs">
          <Button onClick={onClose}>{texts.done}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
