import { Text } from '@mantine/core';
import type { ApiToken } from '../../contract/schemas.ts';
import { ConfirmDialog, focusHeading } from '../../features/confirm-dialog.tsx';
import { useApiTokenTexts } from './texts/texts.ts';

interface Props {
  token: ApiToken;
  onClose: () => void;
}

/** Deletes an API token, after a confirmation: programs that use it stop working. */
export function RevokeTokenDialog({ token: { id, name }, onClose }: Props) {
  const texts = useApiTokenTexts();
  return (
    <ConfirmDialog
      title={texts.revokeTitle(name)}
      operation="DELETE /ext/tokens/{id}"
      input={{ params: { id } }}
      invalidates={['GET /ext/tokens']}
      submit={texts.revoke}
      done={texts.revoked(name)}
      onClose={onClose}
      onClosed={focusHeading}
      isDangerous
    >
      <Text c="dimmed">{texts.revokeText}</Text>
    </ConfirmDialog>
  );
}
