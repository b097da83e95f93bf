import { Text } from '@mantine/core';
import type { AccountTrust } from '../../contract/schemas.ts';
import { formatDay } from '../../i18n/dates.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { useInvitingTexts } from '../inviting/texts/texts.ts';
import type { TrustTexts } from './texts/en.ts';
import { useTrustTexts } from './texts/texts.ts';

/** Below the name of an account in a list: who created and disabled it, and whether somebody else knows the password. */
export function TrustNotes({ trust }: { trust: AccountTrust | undefined }) {
  const texts = useTrustTexts();
  const invitingTexts = useInvitingTexts();
  const me = useCurrentUser();
  if (!trust) return null;
  const creator = trust.created_by === me.id ? texts.you : trust.created_by_name;
  const notes = [creator && texts.createdBy(creator), disabledText(trust, texts, me.id)].filter(Boolean);
  return (
    <>
      {notes.length > 0 && (
        <Text size="sm" c="dimmed">
          {notes.join(' · ')}
        </Text>
      )}
      {trust.awaits_password && (
        <Text size="sm" c="dimmed">
          {invitingTexts.noPassword}
        </Text>
      )}
      {trust.must_change_password && !trust.awaits_password && trust.id !== me.id && (
        <Text size="sm" c="var(--warning)">
          {texts.passwordByOtherNote}
        </Text>
      )}
    </>
  );
}

/** @returns who disabled an account and when; empty for others, and for one that was disabled before this was recorded */
export function disabledText(
  { disabled_at, disabled_by, disabled_by_name }: AccountTrust,
  texts: TrustTexts,
  myId: string,
): string {
  if (!disabled_at) return '';
  const day = formatDay(disabled_at);
  const by = disabled_by === myId ? texts.you : disabled_by_name;
  return by ? texts.disabledBy(by, day) : texts.disabledOn(day);
}
