import { Text } from '@mantine/core';

/** E-mail address and phone number on one line; a number is not divided between two lines. */
export function ContactDetails({ email, phone }: { email?: string | null; phone?: string | null }) {
  return (
    <>
      {email}
      {email && phone && ' · '}
      {phone && (
        <Text span inherit style={{ whiteSpace: 'nowrap' }}>
          {phone}
        </Text>
      )}
    </>
  );
}
