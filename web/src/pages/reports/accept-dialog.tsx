import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ObjectPicker } from '../../features/object-picker.tsx';
import type { SelectedObject } from '../../features/recent-objects.ts';
import { useMessages } from '../../i18n/locale.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { useReportTexts } from './texts/texts.ts';

interface Props {
  onAccept: (objectId: number) => void;
  onClose: () => void;
}

/** Selects the object of a report that came by mail without one. */
export function AcceptDialog({ onAccept, onClose }: Props) {
  const messages = useMessages();
  const texts = useReportTexts();
  const [object, setObject] = useState<SelectedObject>();
  return (
    <Dialog title={texts.acceptTitle} onClose={onClose}>
      <Stack mt="xs">
        <Text c="dimmed">{texts.acceptText}</Text>
        <ObjectPicker selected={object} onSelect={setObject} />
        <Form
          submit={texts.accept}
          onSubmit={() => object && onAccept(object.id)}
          onCancel={onClose}
          isReady={object !== undefined}
          alsoMissing={messages.create.object}
        >
          {null}
        </Form>
      </Stack>
    </Dialog>
  );
}
