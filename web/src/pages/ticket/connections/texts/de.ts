import type { ConnectionTexts } from './en.ts';

export const de: ConnectionTexts = {
  notOffline: 'Dafür wird eine Verbindung gebraucht.',
  edit: 'Bearbeiten',
  editTitle: 'Auftrag bearbeiten',
  edited: 'Auftrag geändert.',
  fields: {
    description: 'Beschreibung',
    descriptionHint: 'Der zugewiesene Handwerker wird benachrichtigt. Der Verlauf behält, was vorher dort stand.',
  },
  tags: 'Schlagwörter',
  tag: 'Schlagwort',
  add: 'Hinzufügen',
  addTag: 'Schlagwort hinzufügen',
  removeTag: (tag) => `Schlagwort entfernen: ${tag}`,
  showTagged: (tag) => `Alle Aufträge mit dem Schlagwort ${tag} zeigen`,
  links: 'Verknüpfte Aufträge',
  addLink: 'Auftrag verknüpfen',
  kind: 'Dieser Auftrag …',
  newKinds: {
    related: 'hängt mit dem anderen zusammen',
    duplicate: 'ist ein Duplikat des anderen',
    blocks: 'blockiert den anderen',
    follow_up: 'hat den anderen als Folgeauftrag',
  },
  kinds: {
    out: { related: 'Zusammenhang', duplicate: 'Duplikat von', blocks: 'Blockiert', follow_up: 'Folgeauftrag' },
    in: { related: 'Zusammenhang', duplicate: 'Hat als Duplikat', blocks: 'Blockiert von', follow_up: 'Folgeauftrag von' },
  },
  searchTicket: 'Der andere Auftrag',
  searchHint: 'Seine Nummer oder Wörter daraus',
  linked: (id) => `Mit Auftrag #${id} verknüpft.`,
  removeLink: (id) => `Verknüpfung mit Auftrag #${id} entfernen`,
};
