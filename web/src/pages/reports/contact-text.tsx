import { Anchor } from '@mantine/core';
import { withoutBidirectionalControls } from '../../lib/bidirectional-controls.ts';
import { phoneUrl, splitAtPhoneNumbers } from '../../lib/phone-numbers.ts';

/** How somebody can be reached, as it was typed; the phone numbers in it can be called. */
export function ContactText({ text }: { text: string }) {
  return (
    <bdi>
      {splitAtPhoneNumbers(withoutBidirectionalControls(text)).map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other one
          <Anchor key={index} inherit href={phoneUrl(part)}>
            {part}
          </Anchor>
        ),
      )}
    </bdi>
  );
}
