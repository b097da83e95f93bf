import { Button, Fieldset, Text } from '@mantine/core';
import { useState } from 'react';
import { useFormMutation } from '../../../api/queries.ts';
import { TimeFields } from '../../../features/planning/appointment-fields.tsx';
import {
  type AppointmentValues,
  defaultAppointment,
  isValidAppointment,
  periodOf,
  valuesOfPeriod,
} from '../../../features/planning/appointment-values.ts';
import { showToast } from '../../../lib/toasts.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form.tsx';
import { useOfferTexts } from './offer-texts/texts.ts';

const minTimes = 2;
const maxTimes = 5;

interface OfferedTime {
  /** of this dialog, for React */
  key: number;
  values: AppointmentValues;
}

/** Tomorrow and the day after it; further times are a day after the one before. */
function nextTime(times: readonly OfferedTime[]): OfferedTime {
  const last = times.at(-1);
  if (!last || !isValidAppointment(last.values, new Date(0))) {
    return { key: (last?.key ?? 0) + 1, values: defaultAppointment(new Date()) };
  }
  const { from, to } = periodOf(last.values);
  const [start, end] = [new Date(from), new Date(to)];
  for (const moment of [start, end]) moment.setDate(moment.getDate() + 1);
  return { key: last.key + 1, values: valuesOfPeriod({ from: start, to: end }) };
}

function firstTimes(): OfferedTime[] {
  const first = nextTime([]);
  return [first, nextTime([first])];
}

const areDifferent = (times: readonly OfferedTime[]): boolean =>
  new Set(times.map(({ values: { date, from, to } }) => `${date} ${from} ${to}`)).size === times.length;

/** Offers times from which the person who reported the problem chooses one on the page of the report. */
export function OfferDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const texts = useOfferTexts();
  const [times, setTimes] = useState(firstTimes);
  const offer = useFormMutation('POST /ext/tickets/{id}/appointment/offers', {
    invalidates: ['GET /ext/tickets/{id}/appointment/offers'],
    onSuccess: () => {
      showToast({ text: texts.offered });
      onClose();
    },
  });
  const now = new Date();
  const isReady = times.every(({ values }) => isValidAppointment(values, now)) && areDifferent(times);
  return (
    <Dialog title={texts.offer} onClose={onClose}>
      <Form
        submit={texts.offer}
        onSubmit={() => offer.mutate({ params: { id }, body: { windows: times.map(({ values }) => periodOf(values)) } })}
        onCancel={onClose}
        mutation={offer}
        isReady={isReady}
      >
        <Text c="dimmed">{texts.text}</Text>
        {times.map(({ key, values }, index) => (
          <Fieldset key={key} legend={texts.time(index + 1)}>
            <TimeFields
              values={values}
              onChange={(changed) => setTimes(times.map((one) => (one.key === key ? { key, values: changed } : one)))}
            />
            {times.length > minTimes && (
              <Button
                variant="subtle"
                aria-label={texts.removeTime(index + 1)}
                onClick={() => setTimes(times.filter((one) => one.key !== key))}
              >
                {texts.remove}
              </Button>
            )}
          </Fieldset>
        ))}
        {!areDifferent(times) && (
          <Text role="alert" size="sm" c="var(--danger)">
            {texts.same}
          </Text>
        )}
        {times.length < maxTimes && (
          <div>
            <Button variant="default" onClick={() => setTimes([...times, nextTime(times)])}>
              {texts.add}
            </Button>
          </div>
        )}
      </Form>
    </Dialog>
  );
}
