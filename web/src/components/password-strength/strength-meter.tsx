import { useLocale } from '../../i18n/locale.ts';
import { usePasswordStrength } from './use-password-strength.ts';

interface Props {
  password: string;
  /** what others know of the owner, such as the name */
  personal: string[];
}

const steps = [0, 1, 2, 3, 4] as const;

/** Tells how easily a password can be guessed. It is advice: the service alone decides which passwords it accepts. */
export function StrengthMeter({ password, personal }: Props) {
  const { language } = useLocale();
  const strength = usePasswordStrength(password, personal, language);
  return (
    <div className="strength-meter" data-score={strength?.score} hidden={!password}>
      <div className="strength-bar" aria-hidden>
        {steps.map((step) => (
          <span key={step} data-filled={strength && step <= strength.score} />
        ))}
      </div>
      <p role="status" className="small">
        {strength && (
          <>
            <b>{strength.label}</b> {strength.advice}
          </>
        )}
      </p>
    </div>
  );
}
