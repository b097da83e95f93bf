import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type SecondFactor, signInWithCompany } from '../../api/sign-in.ts';
import { SessionLoading } from '../../features/session-loading.tsx';
import { errorText } from '../../i18n/error-text.ts';
import { useMessages } from '../../i18n/locale.ts';
import { useSessionPhase } from '../../session/session-store.ts';
import { AuthLayout, AuthLink } from '../../ui/auth-layout.tsx';
import { Note } from '../../ui/note.tsx';
import { Redirect } from '../../ui/redirect.tsx';
import { type NeededFactor, neededFactor } from '../second-factor/needed-factor.ts';
import { SecondFactorForm } from '../second-factor/second-factor-form.tsx';
import { companySignInUrl } from './company-sign-in-url.ts';
import { useCompanyTexts } from './company-texts/texts.ts';
import { isConsolePath } from './console-path.ts';

/** Where the provider of the company leads back to: starts the session, or says why there is none. */
export function CompanySignInPage() {
  const phase = useSessionPhase();
  const { to, error } = useSearch({ from: '/company-sign-in' });
  const [needs, setNeeds] = useState<NeededFactor>();
  const login = useMutation({
    mutationFn: (secondFactor?: SecondFactor) => signInWithCompany(secondFactor),
    onError: (failure) => setNeeds((before) => neededFactor(failure, before)),
  });
  const isStarted = useRef(false);
  const isReady = phase.name !== 'loading' && error === undefined;
  const { mutate } = login;
  useEffect(() => {
    if (!isReady || isStarted.current) return;
    isStarted.current = true; // the code works once
    mutate(undefined);
  }, [isReady, mutate]);
  // Also after a reload of the page, when the code was used.
  const isSignedIn = phase.name === 'signed-in' && (login.isSuccess || login.isError || error !== undefined);
  if (isSignedIn) return <Redirect to={isConsolePath(to) ? to : '/'} />;
  if (needs)
    return (
      <SecondFactorForm
        needs={needs}
        email=""
        error={login.variables === undefined ? null : login.error}
        isBusy={login.isPending}
        onSubmit={login.mutate}
        onCancel={() => location.assign('/app/login')}
      />
    );
  if (error !== undefined || login.error) return <Failed failure={error} error={login.error} to={to} />;
  return <SessionLoading />;
}

interface FailedProps {
  /** the parameter of the page */
  failure: string | undefined;
  /** of the request that starts the session */
  error: Error | null;
  to: string | undefined;
}

function Failed({ failure, error, to }: FailedProps) {
  const messages = useMessages();
  const texts = useCompanyTexts();
  const failures: Record<string, string | undefined> = texts.failures;
  const text = error ? errorText(error, messages) : (failures[failure ?? ''] ?? texts.failures.refused);
  return (
    <AuthLayout title={texts.failedTitle}>
      <Note tone="danger" role="alert">
        {text}
      </Note>
      <Button component="a" href={companySignInUrl(to)} size="md">
        {texts.again}
      </Button>
      <AuthLink to="/login">{texts.withPassword}</AuthLink>
    </AuthLayout>
  );
}
