import type { SignInTexts } from './en.ts';

export const pl: SignInTexts = {
  or: 'lub',
  signInWith: (provider) => `Zaloguj się przez ${provider}`,
  withPasskey: 'Zaloguj się kluczem dostępu',
  noPasskey: 'Nie użyto klucza dostępu. Po zalogowaniu możesz go dodać na stronie „Bezpieczeństwo”.',
};
