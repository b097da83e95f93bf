export const en = {
  removePasskeys: 'Remove passkeys',
  removePasskeysTitle: (count: number) => `Remove all passkeys of this account (${count})?`,
  removePasskeysText: (name: string) =>
    `Do this only when ${name} has lost the devices. Signing in with the password then needs no passkey.`,
  passkeysRemoved: (name: string) => `Passkeys of ${name} removed.`,
  unlink: 'Unlink company account',
  unlinkTitle: 'Unlink the company account?',
  unlinkText: (name: string) =>
    `The next sign-in with a company account that has the email address of ${name} links it again. Open sessions go on.`,
  unlinked: (name: string) => `Company account of ${name} unlinked.`,
};
export type AccountDialogTexts = typeof en;
