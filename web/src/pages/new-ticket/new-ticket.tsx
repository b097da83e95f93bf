import { Button, Switch } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect } from 'react';
import type { CreateTicket } from '../../api/operations.ts';
import { notify } from '../../parts/notices.ts';
import { Page } from '../../parts/page.tsx';
import { firstSchedule, isSchedule, type Schedule, ScheduleFields } from '../../parts/schedule-fields.tsx';
import { Refused } from '../../parts/states.tsx';
import { isDescribed, type Template, TemplateFields } from '../../parts/template-fields.tsx';
import { useDraft } from '../../session/draft.ts';
import { useMe } from '../../session/store.ts';
import { hasShapeOf } from '../../storage.ts';
import { fromLocalInput } from '../../words/dates.ts';
import type { Dictionary } from '../../words/en.ts';
import { useWords } from '../../words/index.ts';
import { ObjectPicker } from './object-picker.tsx';
import { isPickedObject, type PickedObject, rememberObject } from './recent-objects.ts';
import { useCreateTicket } from './use-create-ticket.ts';
import { WantedObject } from './wanted-object.tsx';

interface Draft extends Template {
  object?: PickedObject;
  repeats: boolean;
  schedule: Schedule;
}

const blank: Draft = { description: '', floor: '', priority: 'normal', repeats: false, schedule: firstSchedule() };

const isDraft = (value: unknown): value is Draft =>
  hasShapeOf(blank, value) && (value.object === undefined || isPickedObject(value.object));

/** What cannot be left out and is not there yet. */
function missingIn(draft: Draft, words: Dictionary): string[] {
  const { where, what, words: text, dates } = words.create.missing;
  return [
    ...(draft.object ? [] : [where]),
    ...(draft.category ? [] : [what]),
    ...(isDescribed(draft) ? [] : [text]),
    ...(!draft.repeats || isSchedule(draft.schedule) ? [] : [dates]),
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
  const wanted = Number(useSearch({ from: '/inside/tickets/new' }).object) || undefined;
  const [draft, setDraft, clear] = useDraft<Draft>('new-ticket', blank, isDraft);
  const missing = missingIn(draft, words);
  const set = (part: Partial<Draft>): void => setDraft({ ...draft, ...part });
  const create = useCreateTicket(({ id }) => {
    clear();
    if (draft.object) rememberObject(me.id, draft.object);
    notify({ text: words.create.created(id) });
    void navigate({ to: '/tickets/$id', params: { id: String(id) }, replace: true });
  });
  useEffect(() => {
    if (draft.object) document.querySelector('.choices')?.scrollIntoView({ block: 'nearest' });
  }, [draft.object]);
  // The address wishes once: a reload must not undo what is chosen afterwards.
  function pickWanted(object: PickedObject): void {
    set({ object });
    void navigate({ to: '/tickets/new', search: {}, replace: true, resetScroll: false });
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (missing.length === 0) create.mutate(toBody(draft));
  }
  return (
    <Page title={words.create.title}>
      <form onSubmit={submit} className="form narrow">
        {wanted && <WantedObject key={wanted} id={wanted} onFound={pickWanted} />}
        <ObjectPicker chosen={draft.object} onChoose={(object) => set({ object })} />
        <TemplateFields draft={draft} onChange={set} />
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
