import type { Category, Priority } from '../../product/tickets/tables.ts';
import { type Text, text } from './text.ts';

/** What the files photos/<subject>-before and photos/<subject>-after show. */
export type PhotoSubject = 'lamp' | 'fuses' | 'pipe' | 'tap' | 'radiator' | 'lift' | 'window' | 'door';

export interface TicketTemplate {
  category: Category;
  priority: Priority;
  floor: Text;
  description: Text;
  photoSubject: PhotoSubject | undefined;
}

const template = (
  category: Category,
  priority: Priority,
  floor: Text,
  description: Text,
  photoSubject?: PhotoSubject,
): TicketTemplate => ({ category, priority, floor, description, photoSubject });

export const floors = {
  none: text('', ''),
  basement: text('Basement', 'Keller'),
  ground: text('Ground floor', 'EG'),
  first: text('1', '1. OG'),
  second: text('2', '2. OG'),
  third: text('3', '3. OG'),
  attic: text('Attic', 'Dachgeschoss'),
} satisfies Record<string, Text>;

/** What closed tickets reported; a building of any project may have had each of them. */
export const ticketTemplates: TicketTemplate[] = [
  template('electric', 'normal', floors.second, text('Light on the stairs is out', 'Licht im Treppenhaus ist aus'), 'lamp'),
  template(
    'plumbing',
    'high',
    floors.basement,
    text(
      'Heating pipe leaks in the basement\nThe floor is wet up to the door.',
      'Heizungsrohr im Keller ist undicht\nDer Boden ist nass bis zur Tür.',
    ),
    'pipe',
  ),
  template(
    'elevator',
    'high',
    floors.none,
    text(
      'Lift stands still with half open doors\nThe display shows E4.',
      'Aufzug steht mit halb offener Tür\nDie Anzeige meldet E4.',
    ),
    'lift',
  ),
  template(
    'climate',
    'normal',
    floors.first,
    text('Radiator in the corridor stays cold', 'Heizkörper im Flur bleibt kalt'),
    'radiator',
  ),
  template(
    'other',
    'high',
    floors.ground,
    text('Window pane smashed overnight', 'Fensterscheibe über Nacht eingeschlagen'),
    'window',
  ),
  template('electric', 'high', floors.basement, text('Fuse box smells burnt', 'Sicherungskasten riecht verschmort'), 'fuses'),
  template('other', 'normal', floors.ground, text('Handle of the back door is loose', 'Klinke der Hintertür ist lose'), 'door'),
  template('plumbing', 'normal', floors.third, text('Tap in the kitchen drips', 'Wasserhahn in der Küche tropft'), 'tap'),
  template(
    'climate',
    'low',
    floors.second,
    text('Thermostat cannot be turned down', 'Thermostat lässt sich nicht herunterdrehen'),
    'radiator',
  ),
  template('electric', 'low', floors.ground, text('Doorbell is silent', 'Türklingel ist stumm')),
  template('elevator', 'normal', floors.none, text('Lift door closes too early', 'Aufzugtür schließt zu früh'), 'lift'),
  template(
    'plumbing',
    'low',
    floors.second,
    text('Hot water takes two minutes to arrive', 'Warmwasser braucht zwei Minuten'),
    'tap',
  ),
  template('other', 'low', floors.third, text('Window does not shut tightly', 'Fenster schließt nicht dicht'), 'window'),
  template('climate', 'high', floors.none, text('No heating since this morning', 'Heizung seit heute Morgen kalt'), 'radiator'),
  template(
    'electric',
    'normal',
    floors.none,
    text('Lamp above the entrance flickers', 'Lampe über dem Eingang flackert'),
    'lamp',
  ),
  template('other', 'normal', floors.first, text('Fire door does not shut by itself', 'Brandschutztür fällt nicht zu'), 'door'),
  template('plumbing', 'high', floors.first, text('Toilet drain is blocked', 'Abfluss im WC ist verstopft')),
  template(
    'elevator',
    'low',
    floors.none,
    text('Button for the third floor is dark', 'Knopf für das dritte Stockwerk ist dunkel'),
    'lift',
  ),
  template(
    'electric',
    'normal',
    floors.attic,
    text('Breaker trips when the fan starts', 'Sicherung fällt, wenn der Lüfter anläuft'),
    'fuses',
  ),
  template('plumbing', 'normal', floors.basement, text('Water meter pipe drips', 'Rohr am Wasserzähler tropft'), 'pipe'),
];

/** What workers write down as costs. */
export const costTexts = {
  labour: text('Work on site', 'Arbeit vor Ort'),
  material: text('Spare parts', 'Ersatzteile'),
  travel: text('Journey', 'Anfahrt'),
} satisfies Record<string, Text>;

/** Reasons of rejected and canceled tickets. */
export const reasons = {
  reject: [
    text(
      'It came back the same evening, please have another look.',
      'Am selben Abend war es wieder so, bitte noch einmal ansehen.',
    ),
    text('One screw is missing, and the place was not cleaned up.', 'Eine Schraube fehlt, und es wurde nicht aufgeräumt.'),
  ],
  'hand back': [
    text('I have no key to this floor.', 'Ich habe keinen Schlüssel für dieses Stockwerk.'),
    text('This needs somebody with an electrician’s licence.', 'Dafür braucht es jemanden mit Elektrikerschein.'),
  ],
  hold: [
    text('The spare part comes on Thursday.', 'Das Ersatzteil kommt am Donnerstag.'),
    text('The part is out of stock for a week.', 'Das Teil ist eine Woche nicht lieferbar.'),
  ],
  cancel: [
    text('Reported twice, the other request stays open.', 'Doppelt gemeldet, der andere Auftrag bleibt offen.'),
    text('The tenant has settled it already.', 'Der Mieter hat es schon selbst behoben.'),
  ],
} satisfies Record<string, Text[]>;
