/** As the service takes it. */
const path = /^\/(?![/\\])[\x21-\x7e]{0,999}$/;

/** The address at which a sign-in with a company account begins. @param to the page of the console to open afterwards */
export const companySignInUrl = (to: string | undefined): string =>
  `/ext/oidc/start${to && path.test(to) ? `?${new URLSearchParams({ to })}` : ''}`;
