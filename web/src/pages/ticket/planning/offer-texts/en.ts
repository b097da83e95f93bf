export const en = {
  offer: 'Offer times',
  offerOther: 'Offer other times',
  text: 'Whoever reported it chooses one of them on the page of the report, or declines all.',
  open: 'Offered to the reporter, who has not chosen yet:',
  offered: 'Times offered.',
  declined: 'The reporter declined the offered times.',
  time: (index: number) => `Time ${index}`,
  add: 'Add a time',
  remove: 'Remove',
  removeTime: (index: number) => `Remove time ${index}`,
  same: 'Two of the times are the same.',
};

export type OfferTexts = typeof en;
