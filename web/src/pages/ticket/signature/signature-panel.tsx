import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconSignature } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Ticket } from '../../../contract/schemas.ts';
import { errorText } from '../../../i18n/error-text.ts';
import { useMessages } from '../../../i18n/locale.ts';
import { withoutBidirectionalControls } from '../../../lib/bidirectional-controls.ts';
import { discard, retry } from '../../../offline-queue/queue.ts';
import { isWaitingOrFailed, type ShownOperation } from '../../../offline-queue/shown-items.ts';
import { Icon } from '../../../ui/icon.tsx';
import { dropPhotoUrl } from '../../../ui/photo-url-cache.ts';
import { ShortTime } from '../../../ui/time.tsx';
import { AttachmentImage } from '../attachment-image.tsx';
import { SignatureDialog } from './signature-dialog.tsx';
import { useSignatureTexts } from './texts/texts.ts';
import { useSignatures } from './use-signatures.ts';

/** The signatures of a ticket, one for each round of work, and the button that asks for one. */
export function SignaturePanel({ ticket }: { ticket: Ticket }) {
  const texts = useSignatureTexts();
  const { signatures, queued, canSign, readAgain } = useSignatures(ticket);
  const [isOpen, setOpen] = useState(false);
  const count = signatures.length + (queued ? 1 : 0);
  if (count === 0 && !canSign) return null;
  return (
    <Stack component="section" gap="sm" aria-labelledby="signatures">
      <Title order={2} id="signatures">
        {count > 1 ? texts.titles : texts.title}
      </Title>
      {count > 0 && (
        <ul className="cards signatures">
          {signatures.map((signature) => (
            <li key={signature.id}>
              <AttachmentImage
                attachment={signature}
                alt={texts.alt(withoutBidirectionalControls(signature.signed_by ?? ''))}
                onBroken={(key, url) => dropPhotoUrl({ id: key, url }) && readAgain()}
              />
              <Text size="sm">
                {texts.signedBy(withoutBidirectionalControls(signature.signed_by ?? ''))}, <ShortTime at={signature.created_at} />
              </Text>
            </li>
          ))}
          {queued?.signature && <QueuedSignature entry={queued} {...queued.signature} />}
        </ul>
      )}
      {canSign && (
        <div>
          <Button variant="default" leftSection={<Icon icon={IconSignature} />} onClick={() => setOpen(true)}>
            {texts.sign}
          </Button>
        </div>
      )}
      {isOpen && <SignatureDialog ticketId={ticket.id} onClose={() => setOpen(false)} />}
    </Stack>
  );
}

/** A signature that is being sent, or waits for it. */
function QueuedSignature({ entry, name, file }: { entry: ShownOperation; name: string; file: File }) {
  const messages = useMessages();
  const texts = useSignatureTexts();
  const [preview, setPreview] = useState<string>();
  useEffect(() => {
    const url = URL.createObjectURL(file);
    setPreview(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  const { key, state, error } = entry;
  return (
    <li>
      {preview && <img src={preview} alt={texts.alt(name)} />}
      <Text size="sm">{texts.signedBy(name)}</Text>
      <Text size="sm" c={state === 'failed' ? 'var(--danger)' : 'dimmed'} role="status">
        {state === 'failed' ? errorText(error, messages) : state !== 'sent' && texts.unsent}
      </Text>
      {isWaitingOrFailed(entry) && (
        <Group gap="xs">
          {state === 'failed' && (
            <Button variant="subtle" px="xs" onClick={() => void retry(key)}>
              {messages.upload.retry}
            </Button>
          )}
          <Button variant="subtle" px="xs" onClick={() => void discard(key)}>
            {texts.remove}
          </Button>
        </Group>
      )}
    </li>
  );
}
