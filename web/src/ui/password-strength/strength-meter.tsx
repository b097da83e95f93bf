import { Progress, Stack, Text } from '@mantine/core';
import { useLocale } from '../../i18n/locale.ts';
import { usePasswordStrength } from './use-password-strength.ts';

interface Props {
  password: string;
  /** what others know of the owner, such as the name */
  personal: string[];
}

const maxScore = 4;
const colors = ['rejected', 'rejected', 'new', 'done', 'done'] as const;

/** Tells how easily a password can be guessed. It is advice: the service alone decides which passwords it accepts. */
export function StrengthMeter({ password, personal }: Props) {
  const { language } = useLocale();
  const strength = usePasswordStrength(password, personal, language);
  const score = strength?.score ?? 0;
  return (
    <Stack gap={6} mt={-8} className="strength-meter" data-score={strength?.score} display={password ? undefined : 'none'}>
      <Progress.Root size="sm" aria-hidden>
        <Progress.Section
          withAria={false}
          value={strength ? ((score + 1) / (maxScore + 1)) * 100 : 0}
          color={`var(--status-${colors[score]})`}
        />
      </Progress.Root>
      <Text size="sm" c="dimmed" mih="1.5em" role="status">
        {strength && (
          <>
            <Text span inherit fw={600} c="bright">
              {strength.label}
            </Text>{' '}
            {strength.advice}
          </>
        )}
      </Text>
    </Stack>
  );
}
