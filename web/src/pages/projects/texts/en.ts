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
  removeMemberTitle: (name: string) => `Remove ${name} from this project?`,
  removeMemberText: 'This worker no longer sees the available requests of this project. To return, they need a new invitation.',
  memberRemoved: (name: string) => `${name} removed from the project.`,
  remove: 'Delete project?',
  removeText:
    'This permanently deletes its buildings, memberships, schedules and all requests with their photos. Enter the project name to confirm.',
  removed: 'Project deleted.',
  objectNotesHint: 'Keys, codes, whom to ring: for the workers of the project, on each request.',
  noPeople: 'No workers yet',
  noPeopleText: 'Workers who join see the available requests of this project.',
  until: 'expires',
  expired: 'expired',
  reinvite: 'Invite again',
  noObjects: 'No buildings yet',
  noObjectsText: 'Add the buildings that you want to create requests for.',
  removeMember: 'Remove',
};

export type ProjectTexts = typeof en;
