import { Text, TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import type { Messages } from '../../i18n/en.ts';
import { useMessages } from '../../i18n/locale.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { Option, OptionList } from '../../ui/option-list.tsx';
import { UserAvatar } from '../../ui/user-avatar.tsx';
import { absenceText } from '../absences/absence-text.ts';
import { useAbsenceTexts } from '../absences/texts/texts.ts';
import { type Candidate, useCandidates } from './candidates.ts';
import { LoadBar } from './load-bar.tsx';
import { UnavailableWorkers } from './unavailable-workers.tsx';

interface Props {
  /** the projects of the tickets; one is listed as often as it has tickets */
  projectIds: number[];
  /** a worker who is not offered, because the tickets are theirs */
  withoutId?: string | undefined;
  /** @param hasMembers whether there are workers to whom nothing can be assigned yet */
  emptyState: (hasMembers: boolean) => ReactNode;
  onSelect: (worker: Candidate) => void;
}

/** The workers to whom tickets can be assigned, with what they have to do; Enter selects the first, arrows move. */
export function WorkerOptions({ projectIds, withoutId, emptyState, onSelect }: Props) {
  const messages = useMessages();
  const absenceTexts = useAbsenceTexts();
  const [text, setText] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const { candidates: all, unavailable, error, retry } = useCandidates([...new Set(projectIds)]);
  const candidates = all?.filter(({ id }) => id !== withoutId);
  const words = text.trim().toLocaleLowerCase();
  const matches = ({ name, email }: { name: string; email: string }): boolean =>
    `${name} ${email}`.toLocaleLowerCase().includes(words);
  const shown = candidates?.filter(matches);
  const [first] = shown ?? [];
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && first) {
      event.preventDefault();
      onSelect(first);
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const stops = [...(box.current?.querySelectorAll<HTMLElement>('input, .option-list button') ?? [])];
    stops[stops.indexOf(document.activeElement as HTMLElement) + step]?.focus();
  }
  if (error) return <ErrorState error={error} retry={retry} />;
  if (candidates?.length === 0) {
    return (
      <>
        {emptyState(unavailable.length > 0)}
        <UnavailableWorkers members={unavailable} />
      </>
    );
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the elements inside
    <div ref={box} onKeyDown={onKeyDown}>
      <TextInput
        // A popover that opened before this was loaded has nothing to focus.
        ref={focusOnMount}
        type="search"
        aria-label={messages.assigning.search}
        placeholder={messages.assigning.search}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {!candidates && <ListSkeleton height={44} />}
      {shown?.length === 0 && <Text c="dimmed">{messages.app.nothingFound}</Text>}
      <OptionList>
        {shown?.map((worker) => (
          <Option
            key={worker.id}
            name={worker.name}
            detail={detailOf(worker, projectIds, messages, absenceText(worker.absences, absenceTexts))}
            left={<UserAvatar id={worker.id} name={worker.name} size={32} />}
            right={worker.load && <LoadBar load={worker.load} />}
            onSelect={() => onSelect(worker)}
          />
        ))}
      </OptionList>
      {candidates && <UnavailableWorkers members={unavailable.filter(matches)} />}
    </div>
  );
}

/** Whether the worker is away, what the worker has to do, and for how many of the tickets the worker can be chosen. */
function detailOf(worker: Candidate, projectIds: number[], messages: Messages, absence: string | undefined): string {
  const possible = projectIds.filter((id) => worker.projectIds.includes(id)).length;
  const facts = [
    absence,
    worker.load && messages.assigning.load(worker.load.open, worker.load.in_progress),
    possible < projectIds.length && messages.assigning.onlyFor(possible, projectIds.length),
  ];
  return facts.filter(Boolean).join(' · ');
}
