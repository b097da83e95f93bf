export const en = {
  title: 'Get started',
  lead: 'After these steps, workers can take requests.',
  hide: 'Hide',
  done: 'done',
  steps: {
    project: 'Create project',
    object: 'Add building',
    worker: 'Add worker',
    ticket: 'Send first request',
    notifications: 'Set up notifications',
    address: 'Set the address',
    mail: 'Set up mail',
    buildings: 'Add buildings',
    people: 'Invite people',
    device: 'Set up this device',
  },
};
export type GetStartedTexts = typeof en;
