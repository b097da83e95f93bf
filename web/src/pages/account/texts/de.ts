import type { SignInTexts } from './en.ts';

export const de: SignInTexts = {
  or: 'oder',
  signInWith: (provider) => `Mit ${provider} anmelden`,
  withPasskey: 'Mit einem Passkey anmelden',
  noPasskey: 'Es wurde kein Passkey verwendet. Auf der Seite „Sicherheit“ können Sie einen hinzufügen, wenn Sie angemeldet sind.',
};
