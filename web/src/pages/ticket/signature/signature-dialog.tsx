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
  const nameField = useRef<HTMLInputElement>(null);
  const field = useRef<SignatureFieldHandle>(null);
  const reasonId = useId();
  const [name, setName] = useState('');
  const [isSigned, setSigned] = useState(false);
  const [isAttempted, setAttempted] = useState(false);
  const isReady = isSigned && name.trim() !== '';
  const isHintShown = isAttempted && !isReady;
  async function save(): Promise<void> {
    setAttempted(!isReady);
    if (name.trim() === '') return nameField.current?.focus();
    if (!isSigned) return field.current?.focus();
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
          ref={nameField}
          label={texts.name}
          required
          maxLength={maxNameLength}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <SignatureField ref={field} label={texts.field} onChange={setSigned} />
        <Group gap="xs">
          <Button flex="1 1 200px" aria-describedby={isHintShown ? reasonId : undefined} onClick={() => void save()}>
            {texts.save}
          </Button>
          <Button flex="1 1 100px" variant="default" disabled={!isSigned} onClick={() => field.current?.clear()}>
            {texts.clear}
          </Button>
        </Group>
        {isHintShown && (
          <Text id={reasonId} size="sm" c="var(--danger)" role="alert">
            {texts.missing}
          </Text>
        )}
      </Stack>
    </Dialog>
  );
}
