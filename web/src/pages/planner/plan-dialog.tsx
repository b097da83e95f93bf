import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../api/queries.ts';
import type { Planner, ProjectWorker, Ticket } from '../../contract/schemas.ts';
import { type Candidate, useCandidates } from '../../features/assigning/candidates.ts';
import { useUnavailableTexts } from '../../features/assigning/unavailable-texts.ts';
import { reasonOf } from '../../features/assigning/unavailable-workers.tsx';
import { AppointmentFields } from '../../features/planning/appointment-fields.tsx';
import {
  type AppointmentValues,
  instantsOf,
  isValidAppointment,
  periodOf,
  valuesOfPeriod,
} from '../../features/planning/appointment-values.ts';
import { plannedStatuses } from '../../features/planning/can-plan.ts';
import { formatClockPeriod } from '../../features/planning/period-text.ts';
import { ticketTitle } from '../../features/ticket-title.ts';
import { isolateName } from '../../lib/bidirectional-controls.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Form } from '../../ui/form.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { freeTime, onDay } from './free-time.ts';
import { isVisit, type Job, type Target, takenBy } from './jobs.ts';
import { type Day, isAwayOn } from './shown-days.ts';
import { usePlannerTexts } from './texts/texts.ts';
import { usePlan } from './use-plan.ts';

interface Props {
  job: Job;
  target: Target;
  planner: Planner;
  /** the days of the planner */
  days: readonly Day[];
  onClose: () => void;
}

/** Asks for the person and the time of a job, and says before what follows from them and what is not possible. */
export function PlanDialog(props: Props) {
  const texts = usePlannerTexts();
  const { job, onClose } = props;
  // Read anew: the planner knows neither the project nor the note, and somebody else may have changed both.
  const ticket = useQuery({ ...apiQuery('GET /ext/tickets/{id}', { params: { id: job.ticket_id } }), staleTime: 0 });
  const isRead = ticket.isFetchedAfterMount && ticket.data !== undefined;
  return (
    <Dialog title={job.period ? texts.moveTitle : texts.planTitle} onClose={onClose}>
      <Text fw={600}>{ticketTitle(job)}</Text>
      <Text size="sm" c="dimmed">
        #{job.ticket_id} · {job.address}
      </Text>
      {isRead && <PlanOfTicket {...props} ticket={ticket.data} note={ticket.data.appointment?.note ?? ''} />}
      {!isRead && !ticket.isError && <ListSkeleton height={44} />}
      {!isRead && ticket.isError && <ErrorState error={ticket.error} retry={() => void ticket.refetch()} />}
    </Dialog>
  );
}

type TicketProps = Props & { ticket: Ticket; note: string };

function PlanOfTicket(props: TicketProps) {
  const texts = usePlannerTexts();
  const me = useCurrentUser();
  const { ticket } = props;
  if (!plannedStatuses.includes(ticket.status)) return <Text mt="xs">{texts.fixed.done}</Text>;
  if (me.role !== 'worker') return <PlanWithWorker {...props} />;
  if (ticket.worker_id !== me.id) return <Text mt="xs">{texts.onlyOwn}</Text>;
  return <PlanForm {...props} workers={[{ value: me.id, label: me.name }]} />;
}

interface Choice {
  value: string;
  label: string;
  disabled?: boolean;
}

/** With the people to whom the service lets the ticket be given; the others are named with the reason. */
function PlanWithWorker(props: TicketProps) {
  const texts = usePlannerTexts();
  const reasons = useUnavailableTexts();
  const { ticket } = props;
  const { candidates, unavailable, error, retry } = useCandidates([ticket.project_id]);
  if (error) return <ErrorState error={error} retry={retry} />;
  if (!candidates) return <ListSkeleton height={44} />;
  const { worker_id, worker_name } = ticket;
  const isKnown = !worker_id || candidates.some(({ id }) => id === worker_id);
  const workers: Choice[] = [
    ...(ticket.status === 'new' ? [{ value: '', label: texts.unassigned }] : []),
    ...(isKnown ? [] : [{ value: worker_id, label: worker_name ?? '' }]),
    ...candidates.map(({ id, name }) => ({ value: id, label: name })),
    ...unavailable.filter(({ id }) => id !== worker_id).map((member) => ({ ...unavailableChoice(member, reasons) })),
  ];
  return <PlanForm {...props} workers={workers} candidates={candidates} />;
}

const unavailableChoice = (member: ProjectWorker, reasons: ReturnType<typeof useUnavailableTexts>): Choice => {
  const reason = reasonOf(member, Date.now());
  return { value: member.id, label: reason ? `${member.name} (${reasons[reason]})` : member.name, disabled: true };
};

type FormProps = TicketProps & { workers: readonly Choice[]; candidates?: readonly Candidate[] };

function PlanForm({ job, target, planner, days, ticket, note, workers, candidates = [], onClose }: FormProps) {
  const texts = usePlannerTexts();
  const wanted = target.workerId === undefined ? ticket.worker_id : target.workerId;
  const isPossible = workers.some(({ value, disabled }) => value === (wanted ?? '') && !disabled);
  const [workerId, setWorkerId] = useState((isPossible ? wanted : ticket.worker_id) ?? '');
  const [values, setValues] = useState<AppointmentValues>(() => ({ ...initialValues(job, target, planner, workerId), note }));
  const plan = usePlan(ticket, onClose);
  const chosen = workers.find(({ value }) => value === workerId);
  const refused = planner.workers.find(({ id }) => id === wanted);
  return (
    <Form
      submit={texts.save}
      onSubmit={() => plan.save(workerId && chosen ? { id: workerId, name: chosen.label } : undefined, periodOf(values))}
      onCancel={onClose}
      isBusy={plan.isBusy}
      isReady={isValidAppointment(values, new Date()) && chosen !== undefined}
      error={plan.error}
    >
      {!isPossible && refused && (
        <Text role="alert" c="var(--danger)">
          {texts.notInProject(isolateName(refused.name), ticket.project_name)}
        </Text>
      )}
      <NativeSelect
        label={texts.person}
        value={workerId}
        data={[...workers]}
        disabled={workers.length < 2}
        onChange={({ currentTarget }) => setWorkerId(currentTarget.value)}
      />
      <AppointmentFields values={values} onChange={setValues} />
      <Stack gap={4} aria-live="polite">
        <Consequences
          ticket={ticket}
          worker={workerId ? chosen : undefined}
          values={values}
          planner={planner}
          days={days}
          absences={candidates.find(({ id }) => id === workerId)?.absences ?? []}
        />
      </Stack>
      {plan.isHalf && <Text role="alert">{texts.onlyAssigned}</Text>}
      {job.period && (
        <div>
          <Button variant="subtle" color="red" px="xs" disabled={plan.isBusy} onClick={plan.cancel}>
            {texts.cancel}
          </Button>
        </div>
      )}
    </Form>
  );
}

/** The time that a job has, on the day onto which it was dragged; otherwise the first free one of the worker. */
function initialValues({ period, ticket_id }: Job, { day }: Target, planner: Planner, workerId: string): AppointmentValues {
  const now = new Date();
  if (period) return valuesOfPeriod(day ? onDay(period, day) : { from: new Date(period.from), to: new Date(period.to) });
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return valuesOfPeriod(freeTime(takenBy(planner, workerId, ticket_id), day ?? tomorrow, now));
}

interface ConsequencesProps {
  ticket: Ticket;
  worker: Choice | undefined;
  values: AppointmentValues;
  planner: Planner;
  days: readonly Day[];
  absences: readonly { from: string; to: string }[];
}

/** Who gets the job, and what is in the way. */
function Consequences({ ticket, worker, values, planner, days, absences }: ConsequencesProps) {
  const texts = usePlannerTexts();
  const { from, to } = instantsOf(values);
  const name = worker && isolateName(worker.label);
  const isChanged = worker !== undefined && worker.value !== ticket.worker_id;
  const known = planner.workers.find(({ id }) => id === worker?.value);
  const isAway = [...absences, ...(known?.absences ?? [])].some((absence) => isAwayOn(absence, values.date));
  const overlaps = worker
    ? takenBy(planner, worker.value, ticket.id).filter((one) => new Date(one.from) < to && new Date(one.to) > from)
    : [];
  const isRead = known !== undefined && days.some(({ date }) => date === values.date);
  return (
    <>
      {isChanged && (
        <Text>
          {ticket.worker_name ? texts.reassigned(isolateName(ticket.worker_name), name ?? '') : texts.assigned(name ?? '')}
        </Text>
      )}
      {isAway && <Text c="var(--warning)">{texts.isAway(name ?? '')}</Text>}
      {overlaps.map((one) => (
        <Text key={`${one.from} ${one.to} ${isVisit(one) && one.ticket_id}`} c="var(--warning)">
          {texts.overlap(formatClockPeriod(one.from, one.to), isVisit(one) ? ticketTitle(one) : texts.busy)}
        </Text>
      ))}
      {worker && !isRead && <Text c="dimmed">{texts.otherDays}</Text>}
    </>
  );
}
