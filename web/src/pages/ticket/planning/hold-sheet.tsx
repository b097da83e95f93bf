import { Button, Group, Text, Textarea, TextInput } from '@mantine/core';
import type { Hold, Ticket } from '../../../contract/schemas.ts';
import { SnippetMenu } from '../../../features/snippets/lazy.ts';
import { fromLocalInput, timeZone, toLocalInput } from '../../../i18n/dates.ts';
import { useMessages } from '../../../i18n/locale.ts';
import { useEditDraft } from '../../../session/use-draft.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form.tsx';
import { RadioTiles } from '../../../ui/radio-tiles.tsx';
import { useTicketPlanningTexts } from './texts/texts.ts';
import { useHoldChanges } from './use-hold-changes.ts';

const reasons = ['part', 'access', 'quote', 'weather', 'other'] as const;
const maxLength = 2_000;
/** The days ahead that a tap chooses. */
const soonDays = { tomorrow: 1, threeDays: 3, week: 7 } as const;
const soonNames = ['tomorrow', 'threeDays', 'week'] as const;
/** When a day's work begins. */
const startHour = 8;

interface Props {
  ticket: Ticket;
  /** the hold that is changed */
  hold?: Hold;
  onClose: () => void;
}

/** Asks why the work waits, and until when. */
export function HoldSheet({ ticket, hold, onClose }: Props) {
  const messages = useMessages();
  const { hold: texts } = useTicketPlanningTexts();
  const [draft, setDraft, clear] = useEditDraft(`hold:${ticket.id}`, {
    reason: hold?.reason ?? 'part',
    note: hold?.note ?? '',
    until: hold?.until ? toLocalInput(new Date(hold.until)) : '',
  });
  const { reason, note, until } = draft;
  const set = (part: Partial<typeof draft>): void => setDraft({ ...draft, ...part });
  const changes = useHoldChanges(ticket, () => {
    clear();
    onClose();
  });
  const isInPast = until !== '' && !(Date.parse(until) > Date.now());
  function submit(): void {
    changes.put({ reason, ...(note.trim() && { note: note.trim() }), ...(until && { until: fromLocalInput(until) }) });
  }
  return (
    <Dialog title={texts.title} onClose={onClose} isSheet>
      <Form
        submit={messages.labels.operation.hold}
        onSubmit={submit}
        onCancel={onClose}
        isBusy={changes.isBusy}
        isReady={!isInPast}
        error={changes.error}
        isWide
      >
        <Text c="dimmed">{texts.text}</Text>
        <RadioTiles
          legend={texts.reason}
          value={reason}
          options={reasons}
          labels={texts.reasons}
          onChange={(value) => set({ reason: value })}
        />
        <Textarea
          label={texts.note}
          description={texts.noteHint}
          value={note}
          onChange={(event) => set({ note: event.currentTarget.value })}
          maxLength={maxLength}
          rows={2}
        />
        <div>
          <SnippetMenu kind="hold" text={note} maxLength={maxLength} onChange={(text) => set({ note: text })} isInDialog />
        </div>
        <TextInput
          type="datetime-local"
          label={texts.until}
          description={`${texts.untilHint} ${messages.app.timeZone(timeZone())}`}
          value={until}
          min={toLocalInput(new Date())}
          onChange={(event) => set({ until: event.currentTarget.value })}
          error={isInPast && texts.inPast}
        />
        <Group gap="xs">
          {soonNames.map((name) => (
            <Button key={name} variant="default" px="sm" onClick={() => set({ until: inDays(soonDays[name]) })}>
              {texts.soon[name]}
            </Button>
          ))}
          {until && (
            <Button variant="subtle" px="sm" onClick={() => set({ until: '' })}>
              {texts.noEnd}
            </Button>
          )}
        </Group>
      </Form>
    </Dialog>
  );
}

/** The morning of a day ahead, as a field has it. */
function inDays(days: number): string {
  const date = new Date();
  date.setDate(date.getDate() + days);
  date.setHours(startHour, 0, 0, 0);
  return toLocalInput(date);
}
