import { Text } from '@mantine/core';
import type { AccountTrust } from '../../contract/schemas.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useCurrentUser } from '../../session/session-store.ts';
import { Fact, Facts } from '../../ui/fact.tsx';
import { useInvitingTexts } from '../inviting/texts/texts.ts';
import { useTrustTexts } from './texts/texts.ts';
import { disabledText } from './trust-notes.tsx';

/** What is known of an account: who created it, who chose its password, and whether its address was proven. */
export function TrustFacts({ trust }: { trust: AccountTrust }) {
  const messages = useMessages();
  const me = useCurrentUser();
  const texts = useTrustTexts();
  const invitingTexts = useInvitingTexts();
  const disabled = disabledText(trust, texts, me.id);
  return (
    <Facts>
      {trust.created_by_name && (
        <Fact name={texts.creator}>{trust.created_by === me.id ? texts.you : trust.created_by_name}</Fact>
      )}
      <Fact name={texts.password}>
        {trust.awaits_password ? (
          invitingTexts.noPassword
        ) : trust.must_change_password ? (
          <Text span inherit c="var(--warning)">
            {texts.passwordByOther}
          </Text>
        ) : (
          texts.ownPassword
        )}
      </Fact>
      <Fact name={texts.email}>{trust.email_verified ? texts.emailVerified : texts.emailNotVerified}</Fact>
      {trust.totp !== null && <Fact name={texts.twoFactor}>{trust.totp ? texts.on : texts.off}</Fact>}
      {disabled && <Fact name={messages.people.disabled}>{disabled}</Fact>}
    </Facts>
  );
}
