import { Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Building, Project } from '../../api/operations.ts';
import { useListQuery, useSend } from '../../api/queries.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form-kit.tsx';
import { notify } from '../../parts/notices.ts';
import { Rows } from '../../parts/rows.tsx';
import { ShowMore, useGrowing } from '../../parts/show-more.tsx';
import { Empty, Problem } from '../../parts/states.tsx';
import { useEditDraft } from '../../session/draft.ts';
import { useMe } from '../../session/store.ts';
import { useWords } from '../../words/index.ts';

export function Objects({ project }: { project: Project }) {
  const words = useWords();
  const [edited, setEdited] = useState<Building | 'new'>();
  const growing = useGrowing();
  const { limit, offset } = growing;
  const objects = useListQuery('GET /projects/{id}/objects', { params: { id: project.id }, query: { limit, offset } });
  const add = (
    <Button variant="default" disabled={!project.is_active} onClick={() => setEdited('new')}>
      {words.project.addObject}
    </Button>
  );
  return (
    <section aria-labelledby="objects">
      <div className="section-head">
        <h2 id="objects">{words.project.objects}</h2>
        {objects.data && objects.data.total > 0 && add}
      </div>
      {objects.isPending && <Rows height={56} />}
      {objects.isError && !objects.data && <Problem error={objects.error} retry={() => void objects.refetch()} />}
      {objects.data?.total === 0 && (
        <Empty title={words.project.noObjects} action={add}>
          {words.project.noObjectsText}
        </Empty>
      )}
      <ul className="lines">
        {objects.data?.items.map((object) => (
          <ObjectLine key={object.id} object={object} project={project} onEdit={() => setEdited(object)} />
        ))}
      </ul>
      <ShowMore growing={growing} page={objects.data} />
      {edited && (
        <ObjectDialog project={project} object={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </section>
  );
}

function ObjectLine({ object, project, onEdit }: { object: Building; project: Project; onEdit: () => void }) {
  const words = useWords();
  const me = useMe();
  const params = { id: object.id };
  const change = useSend('PATCH /objects/{id}', { changes: ['GET /projects/{id}/objects', 'GET /ext/objects'] });
  function toggle(): void {
    const is_active = !object.is_active;
    const undo = (): void => change.mutate({ params, body: { is_active: !is_active } });
    const text = is_active ? words.project.on(object.name) : words.project.off(object.name);
    change.mutate({ params, body: { is_active } }, { onSuccess: () => notify({ text, undo }) });
  }
  return (
    <li>
      <div className="grow">
        <b>{object.name}</b>
        <p className="muted small">{object.address}</p>
      </div>
      {!object.is_active && <span className="tag">{words.app.switchedOff}</span>}
      {me.role === 'client' && object.is_active && project.is_active && (
        <Link to="/tickets/new" search={{ object: String(object.id) }} className="tap">
          {words.project.newTicket}
        </Link>
      )}
      <div className="row-actions">
        <button type="button" className="plain" onClick={onEdit}>
          {words.app.edit}
          <span className="hidden"> {object.name}</span>
        </button>
        <button type="button" className="plain" onClick={toggle}>
          {object.is_active ? words.app.switchOff : words.app.switchOn}
          <span className="hidden"> {object.name}</span>
        </button>
      </div>
    </li>
  );
}

interface DialogProps {
  project: Project;
  object: Building | undefined;
  onClose: () => void;
}

function ObjectDialog({ project, object, onClose }: DialogProps) {
  const words = useWords();
  const [draft, setDraft, clear] = useEditDraft(`object:${project.id}:${object?.id ?? 'new'}`, {
    name: object?.name ?? '',
    address: object?.address ?? '',
  });
  const done = { changes: ['GET /projects/{id}/objects' as const, 'GET /ext/objects' as const], quiet: true, onDone: finish };
  const create = useSend('POST /projects/{id}/objects', done);
  const change = useSend('PATCH /objects/{id}', done);
  function finish(): void {
    clear();
    notify({ text: words.app.saved });
    onClose();
  }
  const body = { name: draft.name.trim(), address: draft.address.trim() };
  const save = (): void =>
    object ? change.mutate({ params: { id: object.id }, body }) : create.mutate({ params: { id: project.id }, body });
  return (
    <Dialog title={object?.name ?? words.project.addObject} onClose={onClose}>
      <Form
        submit={words.app.save}
        onSubmit={save}
        onCancel={onClose}
        isBusy={create.isPending || change.isPending}
        isReady={body.name.length >= 2 && body.address.length >= 5}
        error={create.error ?? change.error}
      >
        <TextInput
          label={words.project.name}
          required
          maxLength={200}
          value={draft.name}
          onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
        />
        <TextInput
          label={words.project.address}
          description={words.project.addressHint}
          required
          maxLength={500}
          autoComplete="off"
          value={draft.address}
          onChange={(event) => setDraft({ ...draft, address: event.currentTarget.value })}
        />
      </Form>
    </Dialog>
  );
}
