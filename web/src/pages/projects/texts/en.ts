export const en = {
  title: 'Add worker',
  create: 'New worker',
  canSignIn: 'Can sign in right away',
  approveLater: 'They can sign in once you approve the account. Then you can invite them.',
  inviteTo: (project: string) => `Invite to ${project}`,
  submit: 'Add worker',
  added: (name: string) => `${name} added`,
  invited: (project: string) => `Invited to ${project}. The invitation expires in 7 days.`,
  passOn: (name: string) => `Send this to ${name}. The password is shown only now; they choose their own when they sign in.`,
  address: 'Address',
  share: 'Share',
  qr: 'QR code of the address',
  shareText: ({ address, email, password }: { address: string; email: string; password: string }) =>
    `Your Callout account\n${address}\nEmail: ${email}\nTemporary password: ${password}`,
  done: 'Done',
};

export type AddWorkerTexts = typeof en;
