export const en = {
  views: 'Saved views',
  save: 'Save view',
  name: 'Name',
  shared: 'Share with everybody',
  update: 'Save changes',
  edit: (name: string) => `Edit view ${name}`,
  remove: 'Delete view',
  movingDays: 'The days move with the calendar: “Last month” always means the month before the present one.',
  more: (count: number) => `${count} more`,
  sharedNote: 'Shared',
};

export type ViewTexts = typeof en;
