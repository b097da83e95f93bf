import { Table, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { PlannedWorker, Planner } from '../../contract/schemas.ts';
import { formatClockPeriod } from '../../features/planning/period-text.ts';
import { ticketTitle } from '../../features/ticket-title.ts';
import { formatDay } from '../../i18n/dates.ts';
import { isVisit, keyOf } from './jobs.ts';
import { type Day, isAwayOn, isOnDay } from './shown-days.ts';
import { usePlannerTexts } from './texts/texts.ts';

/** Whether the page is being printed, by its button or by the browser. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser prints what is there when this returns.
    const begin = (): void => flushSync(() => setPrinting(true));
    const end = (): void => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}

interface Props {
  planner: Planner;
  days: readonly Day[];
}

/** A page of paper for each worker who has something in these days. */
export function PrintPages({ planner: { workers }, days }: Props) {
  const busy = workers.filter(({ appointments }) => appointments.some((one) => days.some((day) => isOnDay(one, day))));
  return (
    <div className="planner-print">
      {busy.map((worker) => (
        <WorkerPage key={worker.id} worker={worker} days={days} />
      ))}
    </div>
  );
}

function WorkerPage({ worker: { id, name, appointments, absences }, days }: { worker: PlannedWorker; days: readonly Day[] }) {
  const texts = usePlannerTexts();
  return (
    <section aria-labelledby={`print-${id}`}>
      <Title order={2} id={`print-${id}`}>
        <bdi>{name}</bdi>
      </Title>
      {days.map((day) => {
        const ofDay = appointments.filter((one) => isOnDay(one, day));
        const isAway = absences.some((absence) => isAwayOn(absence, day.date));
        if (ofDay.length === 0 && !isAway) return null;
        return (
          <section key={day.date}>
            <Title order={3} size="h3" mt="md">
              {formatDay(day.begins)}
              {isAway && ` · ${texts.away}`}
            </Title>
            <Table layout="fixed" verticalSpacing="xs">
              <Table.Tbody>
                {ofDay.map((one, index) => (
                  <Table.Tr key={keyOf(one, index)}>
                    <Table.Td w={120} className="numbers">
                      {formatClockPeriod(one.from, one.to)}
                    </Table.Td>
                    <Table.Td>
                      {isVisit(one) ? (
                        <>
                          <b>
                            #{one.ticket_id} {ticketTitle(one)}
                          </b>
                          <br />
                          {one.address}
                        </>
                      ) : (
                        texts.busy
                      )}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </section>
        );
      })}
    </section>
  );
}
