import { Group } from '@mantine/core';

/** E-mail address and phone number, beside each other where there is room. */
export function ContactDetails({ email, phone }: { email?: string | null; phone?: string | null }) {
  return (
    <Group component="span" gap="0 12px">
      {email && <span>{email}</span>}
      {phone && <span>{phone}</span>}
    </Group>
  );
}
