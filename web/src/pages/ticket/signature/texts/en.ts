export const en = {
  title: 'Signature',
  titles: 'Signatures',
  sign: 'Get a signature',
  name: 'Name of the person who signs',
  field: 'Sign here with a finger or the mouse',
  clear: 'Clear',
  save: 'Save signature',
  missing: 'Fill in the name, and sign in the field.',
  signedBy: (name: string) => `Signed by ${name}`,
  alt: (name: string) => `Signature of ${name}`,
  unsent: 'Not sent yet',
  remove: 'Remove',
};

export type SignatureTexts = typeof en;
