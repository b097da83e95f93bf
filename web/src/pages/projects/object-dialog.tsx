import { TextInput } from '@mantine/core';
import { useFormMutation } from '../../api/queries.ts';
import type { Building, Project } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { isolateName } from '../../lib/bidirectional-controls.ts';
import { showToast } from '../../lib/toasts.ts';
import { useEditDraft } from '../../session/use-draft.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { objectReads } from './use-object-switch.ts';

interface Props {
  project: Pick<Project, 'id'>;
  /** a new one without it */
  object?: Building | undefined;
  onClose: () => void;
}

/** Adds an object to a project, or changes one. */
export function ObjectDialog({ project, object, onClose }: Props) {
  const messages = useMessages();
  const [draft, setDraft, clear] = useEditDraft(`object:${project.id}:${object?.id ?? 'new'}`, {
    name: object?.name ?? '',
    address: object?.address ?? '',
  });
  const options = {
    invalidates: objectReads,
    onSuccess: finish,
  };
  const create = useFormMutation('POST /projects/{id}/objects', options);
  const change = useFormMutation('PATCH /objects/{id}', options);
  function finish(): void {
    clear();
    showToast({ text: messages.app.saved });
    onClose();
  }
  const body = { name: draft.name.trim(), address: draft.address.trim() };
  const save = (): void =>
    object ? change.mutate({ params: { id: object.id }, body }) : create.mutate({ params: { id: project.id }, body });
  return (
    <Dialog title={object ? isolateName(object.name) : messages.project.addObject} onClose={onClose}>
      <Form
        submit={messages.app.save}
        onSubmit={save}
        onCancel={onClose}
        isBusy={create.isPending || change.isPending}
        isReady={body.name.length >= 2 && body.address.length >= 5}
        error={create.error ?? change.error}
      >
        <TextInput
          label={messages.project.name}
          required
          minLength={2}
          maxLength={200}
          value={draft.name}
          onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
        />
        <TextInput
          label={messages.project.address}
          description={messages.project.addressHint}
          required
          minLength={5}
          maxLength={500}
          autoComplete="off"
          value={draft.address}
          onChange={(event) => setDraft({ ...draft, address: event.currentTarget.value })}
        />
      </Form>
    </Dialog>
  );
}
