export const en = {
  title: 'Add worker',
  create: 'New worker',
  canSignIn: 'Can sign in right away',
  approveLater: 'They can sign in once you approve the account. Then you can invite them.',
  inviteTo: (project: string) => `Invite to ${project}`,
  submit: 'Add worker',
  added: (name: string) => `${name} added`,
  invited: (project: string) => `Invited to ${project}. The invitation expires in 7 days.`,
  done: 'Done',
};

export type AddWorkerTexts = typeof en;
