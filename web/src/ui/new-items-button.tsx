import { Box, Button } from '@mantine/core';
import { useMessages } from '../i18n/locale.ts';

interface Props {
  count: number;
  onShow: () => void;
  /** the text for a count; of tickets by default */
  label?: (count: number) => string;
}

/** A button above a list that has new rows. It covers the edge of the list, so that no row moves. */
export function NewItemsButton({ count, onShow, label }: Props) {
  const messages = useMessages();
  return (
    <Box pos="sticky" top={32} h={0} style={{ zIndex: 5 }} role="status">
      {count > 0 && (
        <Button pos="absolute" top={-22} right={12} maw="100%" radius="xl" onClick={onShow}>
          {(label ?? messages.app.newItems)(count)}
        </Button>
      )}
    </Box>
  );
}
