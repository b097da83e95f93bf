import { TextInput } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Building } from '../../api/operations.ts';
import { reading, useRead } from '../../api/queries.ts';
import { LinkButton } from '../../parts/link-button.tsx';
import { Rows } from '../../parts/rows.tsx';
import { Empty, Problem } from '../../parts/states.tsx';
import { useWords } from '../../words/index.ts';

export type Chosen = Pick<Building, 'id' | 'name' | 'address' | 'project_name'>;

const recent = 'callout.recent-objects';
const recentIds = (): number[] => JSON.parse(localStorage.getItem(recent) ?? '[]') as number[];

export function rememberObject({ id }: Chosen): void {
  localStorage.setItem(recent, JSON.stringify([id, ...recentIds().filter((one) => one !== id)].slice(0, 3)));
}

/** All objects that take requests, those used lately first. */
function useObjects() {
  const projects = useRead('GET /projects', { query: { limit: 100, sort: 'name' } });
  const active = projects.data?.items.filter((project) => project.is_active) ?? [];
  const pages = useQueries({
    queries: active.map(({ id }) => reading('GET /projects/{id}/objects', { params: { id }, query: { limit: 100 } })),
  });
  const objects = pages.flatMap(({ data }) => data?.items ?? []).filter((object) => object.is_active);
  const rank = recentIds();
  const place = ({ id }: Building): number => (rank.includes(id) ? rank.indexOf(id) : rank.length);
  return {
    objects: objects.toSorted((a, b) => place(a) - place(b)),
    isPending: projects.isPending || pages.some((page) => page.isPending),
    error: projects.error ?? pages.find((page) => page.error)?.error,
    retry: () => void projects.refetch(),
  };
}

const many = 8;

interface Props {
  chosen: Chosen | undefined;
  /** the object that a link to this page names */
  wanted: number | undefined;
  onChoose: (object: Chosen | undefined) => void;
}

export function ObjectPicker({ chosen, wanted, onChoose }: Props) {
  const words = useWords();
  const { objects, isPending, error, retry } = useObjects();
  const [text, setText] = useState('');
  const named = objects.find(({ id }) => id === wanted);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the object is known
  useEffect(() => {
    if (named && chosen?.id !== named.id) onChoose(pick(named));
  }, [named?.id]);
  if (chosen) return <ChosenObject object={chosen} onChange={() => onChoose(undefined)} />;
  if (isPending) return <Rows height={52} />;
  if (error) return <Problem error={error} retry={retry} />;
  if (objects.length === 0) {
    return (
      <Empty title={words.create.noObjects} action={<LinkButton to="/projects">{words.project.title}</LinkButton>}>
        {words.create.noObjectsText}
      </Empty>
    );
  }
  const found = objects.filter(({ name, address, project_name }) =>
    `${name} ${address} ${project_name}`.toLowerCase().includes(text.toLowerCase()),
  );
  return (
    <fieldset>
      <legend className="legend">{words.create.where}</legend>
      {objects.length > many && (
        <TextInput
          type="search"
          placeholder={words.app.search}
          aria-label={words.app.search}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <ul className="pick">
        {found.slice(0, 40).map((object) => (
          <li key={object.id}>
            <button type="button" onClick={() => onChoose(pick(object))}>
              <b>{object.name}</b>
              <span className="muted small">
                {object.address} · {object.project_name}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

const pick = ({ id, name, address, project_name }: Building): Chosen => ({ id, name, address, project_name });

function ChosenObject({ object, onChange }: { object: Chosen; onChange: () => void }) {
  const words = useWords();
  return (
    <div className="chosen">
      <div>
        <p className="legend">{words.create.where}</p>
        <b>{object.name}</b>
        <p className="muted small">
          {object.address} · {object.project_name}
        </p>
      </div>
      <button type="button" className="plain" onClick={onChange}>
        {words.create.change}
      </button>
    </div>
  );
}
