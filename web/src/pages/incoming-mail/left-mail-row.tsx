import { Text } from '@mantine/core';
import type { LeftMail } from '../../contract/schemas.ts';
import { IsolatedName } from '../../ui/isolated-name.tsx';
import { ListRow } from '../../ui/list-rows.tsx';
import { DateTime } from '../../ui/time.tsx';
import { useIncomingMailTexts } from './texts/texts.ts';

/** A mail of which nothing was made, and why. */
export function LeftMailRow({ mail: { at, from, subject, reason } }: { mail: LeftMail }) {
  const texts = useIncomingMailTexts();
  const { name, text } = texts.why[reason];
  return (
    <ListRow
      name={subject === '' ? texts.noSubject : <IsolatedName name={subject} />}
      details={
        <>
          {from === '' ? texts.noSender : <bdi>{from}</bdi>} · <DateTime at={at} />
        </>
      }
      notes={
        <Text size="sm">
          <Text span inherit fw={600}>
            {name}.
          </Text>{' '}
          {text}
        </Text>
      }
    />
  );
}
