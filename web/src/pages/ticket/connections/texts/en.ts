export const en = {
  notOffline: 'This needs a connection.',
  edit: 'Edit',
  editTitle: 'Edit request',
  edited: 'Request changed.',
  fields: { description: 'Description', descriptionHint: 'The assigned worker is notified. Activity keeps the earlier text.' },
  tags: 'Tags',
  tag: 'Tag',
  add: 'Add',
  addTag: 'Add tag',
  removeTag: (tag: string) => `Remove tag: ${tag}`,
  showTagged: (tag: string) => `Show all requests with the tag ${tag}`,
  links: 'Linked requests',
  addLink: 'Link request',
  kind: 'This request …',
  newKinds: {
    related: 'is related to the other one',
    duplicate: 'is a duplicate of the other one',
    blocks: 'blocks the other one',
    follow_up: 'is followed by the other one',
  },
  kinds: {
    out: { related: 'Related', duplicate: 'Duplicate of', blocks: 'Blocks', follow_up: 'Followed by' },
    in: { related: 'Related', duplicate: 'Duplicated by', blocks: 'Blocked by', follow_up: 'Follow-up of' },
  },
  searchTicket: 'The other request',
  searchHint: 'Its number or words of it',
  linked: (id: number) => `Linked to request #${id}.`,
  removeLink: (id: number) => `Remove link to request #${id}`,
};

export type ConnectionTexts = typeof en;
