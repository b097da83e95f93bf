import { Button, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFormMutation } from '../../../api/queries.ts';
import type { SavedView } from '../../../contract/schemas.ts';
import { useCurrentUser } from '../../../session/session-store.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form.tsx';
import { useViewTexts } from './texts/texts.ts';
import { hasMovingDays, type ViewQuery } from './view-query.ts';

interface Props {
  /** undefined: a new one */
  view: SavedView | undefined;
  query: ViewQuery;
  onClose: () => void;
}

/** Saves the filters of the list under a name; renames, shares and deletes a saved view. */
export function ViewDialog({ view, query, onClose }: Props) {
  const texts = useViewTexts();
  const { role } = useCurrentUser();
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const options = { invalidates: ['GET /ext/views'], onSuccess: onClose } as const;
  const create = useFormMutation('POST /ext/views', options);
  const change = useFormMutation('PATCH /ext/views/{id}', options);
  const remove = useFormMutation('DELETE /ext/views/{id}', options);
  const body = { name: name.trim(), ...(role === 'admin' && { shared }) };
  const save = (): void => {
    if (view) change.mutate({ params: { id: view.id }, body });
    else create.mutate({ body: { ...body, query } });
  };
  return (
    <Dialog title={view ? texts.edit(view.name) : texts.save} onClose={onClose}>
      <Form
        submit={view ? texts.update : texts.save}
        onSubmit={save}
        mutation={[create, change, remove]}
        isReady={name.trim() !== ''}
      >
        <TextInput
          label={texts.name}
          value={name}
          maxLength={100}
          required
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {hasMovingDays(view?.query ?? query) && (
          <Text size="sm" c="dimmed">
            {texts.movingDays}
          </Text>
        )}
        {role === 'admin' && (
          <Switch label={texts.shared} checked={shared} onChange={(event) => setShared(event.currentTarget.checked)} />
        )}
        {view && (
          <Button variant="subtle" color="red" onClick={() => remove.mutate({ params: { id: view.id } })}>
            {texts.remove}
          </Button>
        )}
      </Form>
    </Dialog>
  );
}
