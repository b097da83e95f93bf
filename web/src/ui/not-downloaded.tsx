import { Text } from '@mantine/core';
import { useMessages } from '../i18n/locale.ts';

/** Shown without a connection instead of what was not read before. */
export function NotDownloaded() {
  return (
    <Text c="dimmed" role="status">
      {useMessages().app.notDownloaded}
    </Text>
  );
}
