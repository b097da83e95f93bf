import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { enqueueChange } from '../../../offline-queue/queue.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { SignatureField, type SignatureFieldHandle } from './signature-field.tsx';
import { useSignatureTexts } from './texts/texts.ts';

const maxNameLength = 200;

/** Different for all signatures of a ticket: the queue recognizes by the name what it has sent already. */
const fileName = (now: Date): string => `signature-${now.toISOString().replaceAll(/[:.]/g, '-').replace('Z', '')}.png`;

/** Asks for a name and a signature, which the offline queue sends. */
export function SignatureDialog({ ticketId, onClose }: { ticketId: number; onClose: () => void }) {
  const texts = useSignatureTexts();
  const field = useRef<SignatureFieldHandle>(null);
  const reasonId = useId();
  const [name, setName] = useState('');
  const [isSigned, setSigned] = useState(false);
  const isReady = isSigned && name.trim() !== '';
  async function save(): Promise<void> {
    const picture = await field.current?.toPng();
    if (!picture) return;
    const file = new File([picture], fileName(new Date()), { type: 'image/png' });
    await enqueueChange(ticketId, { op: 'sign', signature: { name: name.trim(), file } });
    onClose();
  }
  return (
    <Dialog title={texts.title} onClose={onClose} isSheet closesOnBackdrop={false}>
      <Stack mt="xs">
        <TextInput
          label={texts.name}
          required
          maxLength={maxNameLength}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <SignatureField ref={field} label={texts.field} onChange={setSigned} />
        <Group gap="xs">
          <Button
            flex="1 1 200px"
            disabled={!isReady}
            aria-describedby={isReady ? undefined : reasonId}
            onClick={() => void save()}
          >
            {texts.save}
          </Button>
          <Button flex="1 1 100px" variant="default" disabled={!isSigned} onClick={() => field.current?.clear()}>
            {texts.clear}
          </Button>
        </Group>
        {!isReady && (
          <Text id={reasonId} size="sm" c="dimmed">
            {texts.missing}
          </Text>
        )}
      </Stack>
    </Dialog>
  );
}
