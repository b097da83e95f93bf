import { Anchor } from '@mantine/core';
import { withoutBidirectionalControls } from '../../lib/bidirectional-controls.ts';

/** With at least seven digits, which no flat or floor has. */
const phoneNumber = /(\+?(?:\(?\d\)?[\s./-]*){6,}\d)/;

/** How somebody can be reached, as it was typed; a phone number in it can be called. */
export function ContactText({ text }: { text: string }) {
  const [before, phone, after] = withoutBidirectionalControls(text).split(phoneNumber, 3);
  return (
    <bdi>
      {before}
      {phone && (
        <Anchor inherit href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>
          {phone}
        </Anchor>
      )}
      {after}
    </bdi>
  );
}
