import { Anchor } from '@mantine/core';

/** An e-mail address that opens the mail program. */
export function MailLink({ email }: { email: string }) {
  return (
    <Anchor size="sm" href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`} style={{ overflowWrap: 'anywhere' }}>
      <bdi>{email}</bdi>
    </Anchor>
  );
}
