export const en = {
  title: 'Keyboard shortcuts',
  switchText: 'Press ? for the list. Turn shortcuts off if you use speech input.',
  offHint: 'You can turn shortcuts off in your profile.',
  names: {
    create: 'New request',
    search: 'Search',
    goHome: 'Go to the home page',
    goTickets: 'Go to requests',
    goProjects: 'Go to projects',
    next: 'Next row',
    previous: 'Previous row',
    open: 'Open the row',
    assign: 'Assign',
    select: 'Select the row',
    confirm: 'Confirm the work',
    help: 'Show this list',
  },
};

export type ShortcutTexts = typeof en;
