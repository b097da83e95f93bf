import { Button, Input, Paper, Stack, Text } from '@mantine/core';
import { type DragEvent, useId, useRef, useState } from 'react';
import { useFormMutation } from '../../api/queries.ts';
import { showToast } from '../../lib/toasts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { DocumentFields } from './document-fields.tsx';
import { type DocumentPlace, documentReads } from './document-reads.ts';
import { usePlaceTexts } from './texts/texts.ts';

const acceptedTypes = 'application/pdf,image/jpeg,image/png,image/webp';

/** Adds a document to a building or to equipment. */
export function AddDocumentDialog({ kind, id, onClose }: DocumentPlace & { onClose: () => void }) {
  const texts = usePlaceTexts().documents;
  const [file, setFile] = useState<File>();
  const [fields, setFields] = useState({ title: '', expires_on: '' });
  const add = useFormMutation(`POST /ext/${kind}/{id}/documents`, {
    invalidates: documentReads,
    onSuccess: () => {
      showToast({ text: texts.added });
      onClose();
    },
  });
  function choose(chosen: File): void {
    setFile(chosen);
    if (fields.title === '') setFields({ ...fields, title: titleOf(chosen) });
  }
  function submit(): void {
    if (!file) return;
    const body = new FormData();
    body.append('title', fields.title.trim());
    if (fields.expires_on) body.append('expires_on', fields.expires_on);
    body.append('file', file, file.name); // the fields before the file, which may be long
    add.mutate({ params: { id }, body });
  }
  return (
    <Dialog title={texts.add} onClose={onClose}>
      <Form
        submit={texts.add}
        onSubmit={submit}
        onCancel={onClose}
        mutation={add}
        isReady={file !== undefined && fields.title.trim() !== ''}
        alsoMissing={file ? undefined : texts.file}
      >
        <FileField file={file} onChoose={choose} />
        <DocumentFields fields={fields} onChange={setFields} />
      </Form>
    </Dialog>
  );
}

/** The name of a file without its ending. */
const titleOf = ({ name }: File): string => name.replace(/\.\w{1,5}$/, '').slice(0, 200);

/** A file that is chosen, or dropped here. */
function FileField({ file, onChoose }: { file: File | undefined; onChoose: (file: File) => void }) {
  const texts = usePlaceTexts().documents;
  const input = useRef<HTMLInputElement>(null);
  const labelId = useId();
  const [isOver, setOver] = useState(false);
  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) onChoose(dropped);
  }
  return (
    <Input.Wrapper label={texts.file} required labelElement="div" labelProps={{ id: labelId }}>
      <Paper
        withBorder
        p="md"
        className={isOver ? 'drop-zone over' : 'drop-zone'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Stack align="center" gap="xs" ta="center">
          <Text {...(!file && { c: 'dimmed' })}>{file ? <bdi>{file.name}</bdi> : texts.drop}</Text>
          <input
            ref={input}
            type="file"
            accept={acceptedTypes}
            hidden
            aria-labelledby={labelId}
            onChange={({ currentTarget }) => {
              const [chosen] = currentTarget.files ?? [];
              currentTarget.value = '';
              if (chosen) onChoose(chosen);
            }}
          />
          <Button variant="default" onClick={() => input.current?.click()}>
            {file ? texts.other : texts.choose}
          </Button>
        </Stack>
      </Paper>
    </Input.Wrapper>
  );
}
