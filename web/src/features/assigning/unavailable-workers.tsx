import { Stack, Text } from '@mantine/core';
import type { ProjectWorker } from '../../contract/schemas.ts';
import { useUnavailableTexts } from './unavailable-texts.ts';

type Reason = 'disabled' | 'invited' | 'expired' | 'declined';

/** Why a member of the project cannot be assigned; undefined: it can. */
export function reasonOf({ is_active, status, expires_at }: ProjectWorker, nowMs: number): Reason | undefined {
  if (status === 'active') return is_active ? undefined : 'disabled';
  if (status === 'declined') return 'declined';
  return expires_at !== undefined && Date.parse(expires_at) <= nowMs ? 'expired' : 'invited';
}

/** The members of the projects to whom no ticket can be assigned, and why. */
export function UnavailableWorkers({ members }: { members: readonly ProjectWorker[] }) {
  const texts = useUnavailableTexts();
  const nowMs = Date.now();
  const unavailable = members.flatMap((member) => {
    const reason = reasonOf(member, nowMs);
    return reason ? [{ member, reason }] : [];
  });
  if (unavailable.length === 0) return null;
  return (
    <Stack component="section" gap={2} mt="sm" aria-label={texts.title}>
      <Text size="sm" fw={600}>
        {texts.title}
      </Text>
      {unavailable.map(({ member, reason }) => (
        <Text key={member.id} size="sm" c="dimmed">
          {member.name}: {texts[reason]}
        </Text>
      ))}
    </Stack>
  );
}
