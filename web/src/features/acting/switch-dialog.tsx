import { Button, Group, Stack, Text } from '@mantine/core';
import { useMessages } from '../../i18n/locale.ts';
import { type Principal, principal } from '../../session/acting.ts';
import { useSender } from '../../session/session-store.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ListRow, ListRows, RowButton } from '../../ui/list-rows.tsx';
import { Tag } from '../../ui/tag.tsx';
import { UserAvatar } from '../../ui/user-avatar.tsx';
import { useActingTexts } from './texts/texts.ts';
import { useSwitch } from './use-switch.ts';

/** Chooses the account that this tab acts for. */
export function SwitchDialog({ accounts, onClose }: { accounts: readonly Principal[]; onClose: () => void }) {
  const messages = useMessages();
  const texts = useActingTexts();
  const sender = useSender();
  const switchTo = useSwitch();
  return (
    <Dialog title={texts.switchTitle} onClose={onClose} isSheet>
      <Stack gap="md" mt="xs">
        <Text c="dimmed">{texts.switchText}</Text>
        <ListRows>
          {principal && (
            <ListRow picture={<UserAvatar {...sender} size={40} />} name={sender.name} details={texts.ownAccount}>
              <Button variant="default" onClick={() => void switchTo()}>
                {texts.back}
              </Button>
            </ListRow>
          )}
          {accounts.map((account) => (
            <ListRow
              key={account.id}
              picture={<UserAvatar {...account} size={40} />}
              name={account.name}
              details={`${messages.labels.role[account.role]} · ${texts.scope[account.scope]}`}
            >
              {account.id === principal?.id ? (
                <Tag>{texts.present}</Tag>
              ) : (
                <Group mx={-12}>
                  <RowButton text={texts.act} of={account.name} onClick={() => void switchTo(account)} />
                </Group>
              )}
            </ListRow>
          ))}
        </ListRows>
      </Stack>
    </Dialog>
  );
}
