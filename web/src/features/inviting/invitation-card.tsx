import { Button, Text } from '@mantine/core';
import { useApiMutation } from '../../api/queries.ts';
import type { Profile } from '../../contract/schemas.ts';
import { isolateName } from '../../lib/bidirectional-controls.ts';
import { useBrand } from '../../lib/brand.ts';
import { isLoopbackUrl } from '../../lib/loopback.ts';
import { showToast } from '../../lib/toasts.ts';
import { principal } from '../../session/acting.ts';
import { DateTime } from '../../ui/time.tsx';
import { PassOnCard } from '../pass-on/pass-on-card.tsx';
import { useMailEnabled } from '../use-mail-enabled.ts';
import { useInvitingTexts } from './texts/texts.ts';

export type Invited = Pick<Profile, 'id' | 'name' | 'email' | 'role'>;

/** The link with which somebody sets the first password. It is offered by mail only where mail works. */
export function InvitationCard({ user, link, expiresAt }: { user: Invited; link: string; expiresAt: string }) {
  const texts = useInvitingTexts();
  const { name: service } = useBrand();
  // Another link is not issued while acting for somebody.
  const canMail = useMailEnabled() === true && !isLoopbackUrl(link) && !principal;
  const mail = useApiMutation('POST /ext/users/{id}/invitation', {
    invalidates: [],
    onSuccess: () => showToast({ text: texts.mailed(user.email) }),
  });
  const name = isolateName(user.name);
  return (
    <PassOnCard
      link={link}
      title={texts.for(name)}
      text={texts.passOn(name)}
      message={texts.message(user.role, service, link)}
      actions={
        canMail && (
          <Button
            variant="default"
            loading={mail.isPending}
            disabled={mail.isSuccess}
            onClick={() => mail.mutate({ params: { id: user.id }, body: { mail: true } })}
          >
            {texts.mail}
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed">
        {texts.until} <DateTime at={expiresAt} />
      </Text>
    </PassOnCard>
  );
}
