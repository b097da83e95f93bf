import { Button, Switch, Textarea, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect } from 'react';
import type { CreateTicket } from '../../api/operations.ts';
import { useSend } from '../../api/queries.ts';
import { Choices } from '../../parts/choices.tsx';
import { notify } from '../../parts/notices.ts';
import { Page } from '../../parts/page.tsx';
import { firstSchedule, isSchedule, type Schedule, ScheduleFields } from '../../parts/schedule-fields.tsx';
import { Refused } from '../../parts/states.tsx';
import { useDraft } from '../../session/draft.ts';
import { useMe } from '../../session/store.ts';
import { fromLocalInput } from '../../words/dates.ts';
import type { Dictionary } from '../../words/en.ts';
import { useWords } from '../../words/index.ts';
import { type Category, categories, type Priority, priorities } from '../../words/labels.ts';
import { ObjectPicker } from './object-picker.tsx';
import { type PickedObject, rememberObject } from './recent-objects.ts';

interface Draft {
  object?: PickedObject;
  category?: Category;
  description: string;
  floor: string;
  priority: Priority;
  repeats: boolean;
  schedule: Schedule;
}

const blank: Draft = { description: '', floor: '', priority: 'normal', repeats: false, schedule: firstSchedule() };

/** What cannot be left out and is not there yet. */
function missingIn({ object, category, description, repeats, schedule }: Draft, words: Dictionary): string[] {
  const { where, what, words: text, dates } = words.create.missing;
  return [
    ...(object ? [] : [where]),
    ...(category ? [] : [what]),
    ...(description.trim().length >= 5 ? [] : [text]),
    ...(!repeats || isSchedule(schedule) ? [] : [dates]),
  ];
}

function toBody({ object, category, description, floor, priority, repeats, schedule }: Draft): CreateTicket {
  return {
    object_id: object?.id ?? 0,
    category: category ?? 'other',
    description: description.trim(),
    floor: floor.trim(),
    priority,
    ...(repeats && { recurring: { anchor_at: fromLocalInput(schedule.anchor), period_days: Number(schedule.period) } }),
  };
}

/** Where, what, a few words, done. */
export function NewTicketPage() {
  const words = useWords();
  const navigate = useNavigate();
  const me = useMe();
  const { object: wanted } = useSearch({ from: '/inside/tickets/new' });
  const [draft, setDraft, clear] = useDraft<Draft>('new-ticket', blank);
  const missing = missingIn(draft, words);
  const set = (part: Partial<Draft>): void => setDraft({ ...draft, ...part });
  const create = useSend('POST /tickets', {
    changes: ['GET /tickets', 'GET /recurring'],
    quiet: true,
    onDone: ({ id }) => {
      clear();
      if (draft.object) rememberObject(me.id, draft.object);
      notify({ text: words.create.created(id) });
      void navigate({ to: '/tickets/$id', params: { id: String(id) }, replace: true });
    },
  });
  useEffect(() => {
    if (draft.object) document.getElementById('what')?.scrollIntoView({ block: 'nearest' });
  }, [draft.object]);
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (missing.length === 0) create.mutate({ body: toBody(draft) });
  }
  return (
    <Page title={words.create.title}>
      <form onSubmit={submit} className="form narrow">
        <ObjectPicker chosen={draft.object} wanted={Number(wanted) || undefined} onChoose={(object) => set({ object })} />
        <div id="what">
          <Choices
            legend={words.create.what}
            value={draft.category}
            options={categories}
            labels={words.labels.category}
            onChange={(category) => set({ category })}
          />
        </div>
        <Textarea
          label={words.create.words}
          description={words.create.wordsHint}
          rows={4}
          maxLength={4000}
          required
          value={draft.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
        <TextInput
          label={`${words.create.floor} (${words.app.optional})`}
          maxLength={50}
          value={draft.floor}
          onChange={(event) => set({ floor: event.currentTarget.value })}
        />
        <Choices
          legend={words.create.priority}
          value={draft.priority}
          options={priorities}
          labels={words.labels.priority}
          onChange={(priority) => set({ priority })}
        />
        <Switch
          size="md"
          label={words.create.repeat}
          description={words.create.repeatText}
          checked={draft.repeats}
          onChange={(event) => set({ repeats: event.currentTarget.checked })}
        />
        {draft.repeats && <ScheduleFields schedule={draft.schedule} onChange={(schedule) => set({ schedule })} />}
        <Refused error={create.error} />
        <div className="submit">
          <Button type="submit" size="md" disabled={missing.length > 0} loading={create.isPending}>
            {words.create.submit}
          </Button>
          <p className="muted small" role="status">
            {missing.length > 0 && words.create.stillMissing(missing.join(', '))}
          </p>
        </div>
      </form>
    </Page>
  );
}
