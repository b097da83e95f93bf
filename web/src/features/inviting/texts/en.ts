import type { Role } from '../../../contract/enums.ts';

export const en = {
  link: 'Invitation link',
  for: (name: string): string => `Link for ${name}`,
  passOn: (name: string): string => `With this link ${name} chooses a password and is signed in. It works once.`,
  message: (role: Role, service: string, link: string): string =>
    `${
      {
        admin: `Your admin account at ${service} is ready.`,
        client: `Report and follow repairs at ${service}.`,
        worker: `Your jobs are at ${service}.`,
      }[role]
    } Open this link and choose a password:\n${link}`,
  mail: 'Send by email',
  mailed: (email: string): string => `Link sent to ${email}.`,
  until: 'Valid until',
  noPassword: 'Has not chosen a password yet.',
  later: 'No password is needed here: they choose their own with a link, which you get next.',
};
export type InvitingTexts = typeof en;
