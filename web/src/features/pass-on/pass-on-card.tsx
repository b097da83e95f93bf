import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { type ReactNode, useRef } from 'react';
import { useMessages } from '../../i18n/locale.ts';
import { isLoopbackUrl } from '../../lib/loopback.ts';
import { CopyableText } from '../../ui/copyable-text.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { ReachNote } from './reach-note.tsx';
import { usePassOnTexts } from './texts/texts.ts';

interface Props {
  link: string;
  /** whom or what the link is for */
  title?: string;
  /** what the reader does with it */
  text?: string;
  /** for a messenger, with the link; without it the link alone is shared */
  message?: string;
  /** of the picture */
  qrLabel?: string;
  /** in place of the card itself, such as a label; null: nothing is printed */
  print?: (() => void) | null;
  /** further buttons */
  actions?: ReactNode;
  /** below the link, such as when it expires */
  children?: ReactNode;
}

/**
 * A link to pass on: as a QR code, as a text to copy or share, and on paper. What cannot work is not offered: no code and nothing to
 * print for an address that only this computer can open.
 */
export function PassOnCard({ link, title, text, message = link, qrLabel, print, actions, children }: Props) {
  const messages = useMessages();
  const texts = usePassOnTexts();
  const card = useRef<HTMLDivElement>(null);
  const { copy, copied } = useClipboard();
  const canBeOpened = !isLoopbackUrl(link);
  return (
    <Paper ref={card} withBorder p="md" className="pass-on">
      <Stack gap="sm">
        {title && <Title order={3}>{title}</Title>}
        {text && <Text>{text}</Text>}
        <ReachNote url={link} />
        <Group gap="md" align="center">
          {canBeOpened && <QrCode text={link} label={qrLabel ?? texts.qr} />}
          <Stack gap="sm" flex={1} miw={220}>
            <CopyableText text={link} />
            {children}
            <Group gap="xs">
              {navigator.clipboard && message !== link && (
                <Button onClick={() => copy(message)}>{copied ? messages.app.copied : texts.copyMessage}</Button>
              )}
              {'share' in navigator && canBeOpened && (
                <Button variant="default" onClick={() => void navigator.share({ text: message }).catch(() => {})}>
                  {texts.share}
                </Button>
              )}
              {canBeOpened && print !== null && (
                <Button variant="default" onClick={print ?? (() => printAlone(card.current))}>
                  {texts.print}
                </Button>
              )}
              {actions}
            </Group>
          </Stack>
        </Group>
      </Stack>
    </Paper>
  );
}

/** Prints an element without the page around it. */
function printAlone(element: HTMLElement | null): void {
  if (!element) return;
  element.classList.add('printed-alone');
  // On some phones print() returns before the page is drawn for the printer.
  addEventListener('afterprint', () => element.classList.remove('printed-alone'), { once: true });
  print();
}
