export const en = {
  label: 'Equipment',
  choose: 'Choose equipment',
  change: 'Change equipment',
  noneOfThem: 'None of them',
  notSet: 'The request was created, but not the equipment that it is about. Choose it on this page.',
};

export type PickerTexts = typeof en;
