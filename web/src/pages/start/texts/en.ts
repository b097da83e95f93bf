import { pluralFormatter } from '../../../i18n/plurals.ts';

const n = pluralFormatter('en');

export const en = {
  title: 'Set up',
  lead: 'Five steps to the first request. Skip what you do not need now: you find each step here again.',
  steps: 'Steps',
  names: { address: 'Address', mail: 'Mail', buildings: 'Buildings', people: 'People', device: 'This device' },
  next: 'Continue',
  save: 'Save and continue',
  later: 'Skip for now',
  finish: 'Finish',
  address: {
    title: 'Where do others open the console?',
    text: 'Links, QR codes and mails lead to this address.',
    local: (origin: string): string =>
      `You have opened ${origin}, which works only on this computer. Type the address that phones and other computers can open.`,
    onlyHere: 'This address works only on this computer: links and QR codes would open nowhere else.',
    insecure: 'Without https, phones offer no camera in the form, no notifications and no installation.',
  },
  mail: {
    title: 'Send mail?',
    text: 'Mail carries invitations, password links and notifications. Without it, you pass links on yourself.',
    isSet: 'Mail is set up. Send a test mail below to be sure.',
  },
  buildings: {
    title: 'Which buildings do you look after?',
    text: 'Each building belongs to a client: whoever orders the work and confirms it.',
    client: 'Client',
    clientEmail: 'Email of the client',
    clientText:
      'Gets an account without a password. You get a link for it in the next step. This can be you, with another address.',
    clientName: 'Name of the client',
    hint: 'One building per line: name, address. Paste a list if you have one.',
    example: 'Lobby, River Street 12, Berlin',
    preview: 'Buildings that will be added',
    notUsable: 'needs a name and an address of at least 5 characters',
    submit: (count: number): string =>
      n(count, { one: 'Add {n} building', other: count === 0 ? 'Add buildings' : 'Add {n} buildings' }),
    import: 'Import a file…',
  },
  people: {
    title: 'Who works with you?',
    text: 'Each person gets a link and chooses a password with it. Send it, show the code, or print it.',
    submit: 'Create link',
    import: 'Import workers…',
    joins: (project: string): string => `Is invited to the project ${project}.`,
    waiting: 'Have not chosen a password yet',
  },
  device: {
    title: 'This device',
    text: 'Turn on notifications to hear at once when something happens.',
    noPush: 'This browser cannot show notifications here. You find them in the console and, once mail is set up, in your mail.',
    open: 'Scan the code to open the console on a phone.',
    phone: 'On your phone',
    install: 'Scan the code to open the console on a phone. “Add to home screen” in the menu of the browser installs it.',
    qr: 'QR code of the console',
  },
};
export type StartTexts = typeof en;
