import { Button } from '@mantine/core';
import type { Profile } from '../../contract/schemas.ts';
import { startActing } from '../../session/acting.ts';
import { useSender } from '../../session/session-store.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { useActingTexts } from '../acting/texts/texts.ts';

/** For admins: acts for an account, and leads to the deputies of a client. */
export function ActingButtons({ user: { id, name, role, is_active } }: { user: Profile }) {
  const texts = useActingTexts();
  const sender = useSender();
  if (role === 'admin') return null;
  return (
    <>
      {is_active && (
        <Button variant="default" onClick={() => startActing(sender.id, { id, name, role, scope: 'write' })}>
          {texts.act}
        </Button>
      )}
      {role === 'client' && (
        <LinkButton to="/deputies" search={{ of: id, name }} variant="default">
          {texts.deputies}
        </LinkButton>
      )}
    </>
  );
}
