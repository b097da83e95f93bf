import { Button, Divider } from '@mantine/core';
import { useApiQuery } from '../../api/queries.ts';
import { useSignInTexts } from './texts/texts.ts';

/** The address at which a sign-in with a company account begins. @param to the page of the console to open afterwards */
export const companySignInUrl = (to: string | undefined): string =>
  `/ext/oidc/start${to ? `?${new URLSearchParams({ to })}` : ''}`;

/** Leads to the provider of the company, where the service has one. */
export function CompanyButton({ to }: { to: string | undefined }) {
  const texts = useSignInTexts();
  const provider = useApiQuery('GET /ext/about').data?.sign_in_provider;
  if (!provider) return null;
  return (
    <>
      <Divider label={texts.or} />
      <Button component="a" href={companySignInUrl(to)} variant="default" size="md">
        {texts.signInWith(provider)}
      </Button>
    </>
  );
}
