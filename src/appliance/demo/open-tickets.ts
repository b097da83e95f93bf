import type { Category, Priority } from '../../product/tickets/tables.ts';
import { disabledWorker, type ProjectKey } from './fixtures.ts';
import { type Text, text } from './text.ts';
import type { Outcome } from './ticket-steps.ts';
import { floors, type PhotoSubject, type TicketTemplate } from './ticket-templates.ts';

// What is open in the demo, ticket by ticket: work of today, and cases that need attention because they wait for days,
// were rejected, or belong to a disabled worker.

export interface OpenTicket extends TicketTemplate {
  outcome: Outcome;
  /** when the last step happened */
  hoursAgo: number;
  /** position among the objects of the project */
  object: number;
  /** position in demoWorkers; unused for a new ticket */
  worker: number;
}

type State = [outcome: Outcome, hoursAgo: number, worker: number];
type Kind = [category: Category, priority: Priority, photoSubject?: PhotoSubject];

const ticket = (
  [outcome, hoursAgo, worker]: State,
  [category, priority, photoSubject]: Kind,
  object: number,
  floor: Text,
  description: Text,
): OpenTicket => ({ outcome, hoursAgo, worker, category, priority, photoSubject, object, floor, description });

export const openTickets: Record<ProjectKey, OpenTicket[]> = {
  quarter: [
    ticket(
      ['new', 76, 0],
      ['plumbing', 'high', 'pipe'],
      0,
      floors.basement,
      text(
        'Water drips from the riser\nIt spreads towards the storage rooms. The caretaker has the basement key.',
        'Aus dem Steigrohr tropft Wasser\nEs läuft zu den Kellerabteilen. Den Kellerschlüssel hat der Hausmeister.',
      ),
    ),
    ticket(
      ['new', 27, 0],
      ['other', 'low'],
      2,
      floors.ground,
      text('Letter box 14 does not close', 'Briefkasten 14 schließt nicht'),
    ),
    ticket(
      ['new', 3, 0],
      ['electric', 'normal', 'lamp'],
      2,
      floors.none,
      text('Lamp at the bicycle stands flickers', 'Lampe an den Fahrradständern flackert'),
    ),
    ticket(
      ['assigned', 20, 0],
      ['climate', 'high', 'radiator'],
      1,
      floors.second,
      text(
        'No heating on the whole second floor\nSince yesterday evening, flats 21 to 26. Somebody is at home in flat 23.',
        'Heizung im ganzen zweiten Stock kalt\nSeit gestern Abend, Wohnungen 21 bis 26. In der 23 ist jemand zu Hause.',
      ),
    ),
    ticket(
      ['handedBack', 4, 1],
      ['electric', 'low'],
      2,
      floors.third,
      text('Bell of flat 52 rings at flat 53', 'Klingel der Wohnung 52 läutet in der 53'),
    ),
    ticket(
      ['in_progress', 2, 0],
      ['elevator', 'high', 'lift'],
      1,
      floors.none,
      text(
        'Lift stops between floors 2 and 3\nThe display shows E4. Nobody is inside.',
        'Aufzug hält zwischen 2. und 3. Stock\nDie Anzeige meldet E4. Es ist niemand in der Kabine.',
      ),
    ),
    ticket(
      ['onHold', 25, 0],
      ['plumbing', 'normal', 'tap'],
      0,
      floors.first,
      text('Kitchen tap cannot be turned off', 'Küchenhahn lässt sich nicht zudrehen'),
    ),
    ticket(
      ['done', 2, 0],
      ['other', 'high', 'window'],
      1,
      floors.ground,
      text('Window towards the yard is broken\nSplinters on the sill.', 'Fenster zum Hof ist zerbrochen\nSplitter auf dem Sims.'),
    ),
    ticket(
      ['done', 101, 1],
      ['electric', 'high', 'fuses'],
      0,
      floors.basement,
      text('Breaker trips when the washing machines run', 'Sicherung fällt, sobald die Waschmaschinen laufen'),
    ),
    ticket(
      ['rejected', 16, 0],
      ['other', 'normal', 'door'],
      2,
      floors.ground,
      text(
        'Entrance door cannot be locked\nThe handle hangs loose.',
        'Haustür lässt sich nicht abschließen\nDie Klinke hängt lose.',
      ),
    ),
    ticket(
      ['rejectedTwice', 29, 2],
      ['electric', 'normal', 'lamp'],
      0,
      floors.third,
      text('Stair light goes out after a few seconds', 'Treppenlicht geht nach wenigen Sekunden aus'),
    ),
  ],
  court: [
    ticket(
      ['new', 8, 0],
      ['climate', 'low'],
      1,
      floors.attic,
      text('Bathroom ventilation hums at night', 'Lüftung im Bad brummt in der Nacht'),
    ),
    ticket(
      ['new', 2, 0],
      ['elevator', 'high', 'lift'],
      0,
      floors.none,
      text('Lift jerks and squeals when it starts', 'Aufzug ruckelt und quietscht beim Anfahren'),
    ),
    ticket(
      ['assigned', 51, 5],
      ['other', 'normal'],
      2,
      floors.basement,
      text('Garage gate stops half way', 'Garagentor bleibt auf halber Höhe stehen'),
    ),
    ticket(
      ['in_progress', 5, 3],
      ['plumbing', 'high', 'pipe'],
      0,
      floors.basement,
      text('Pipe beside the boiler leaks', 'Rohr neben dem Heizkessel leckt'),
    ),
    ticket(
      ['done', 23, 0],
      ['climate', 'normal', 'radiator'],
      1,
      floors.third,
      text('Radiator in the corridor is lukewarm', 'Heizkörper im Flur wird nur lauwarm'),
    ),
  ],
  school: [
    ticket(
      ['new', 30, 0],
      ['other', 'normal'],
      0,
      floors.first,
      text('Blinds in room 12 are stuck', 'Rollos im Raum 12 klemmen'),
    ),
    ticket(
      ['assigned', 3, 0],
      ['plumbing', 'high'],
      0,
      floors.ground,
      text('Drain of the staff toilet is blocked', 'Abfluss der Lehrertoilette ist verstopft'),
    ),
    ticket(
      ['in_progress', 21, 2],
      ['electric', 'normal', 'lamp'],
      1,
      floors.none,
      text('Light above the gym stairs is dark', 'Licht über der Hallentreppe ist dunkel'),
    ),
    ticket(
      ['rejected', 20, 6],
      ['other', 'high', 'window'],
      1,
      floors.ground,
      text('Ball went through a gym window', 'Ball flog durch ein Hallenfenster'),
    ),
  ],
  estate: [
    ticket(
      ['new', 54, 0],
      ['electric', 'high', 'fuses'],
      1,
      floors.basement,
      text('Fuse box smells burnt, one fuse does not hold', 'Sicherungskasten riecht verschmort, eine Sicherung hält nicht'),
    ),
    ticket(
      ['new', 6, 0],
      ['plumbing', 'normal', 'tap'],
      2,
      floors.none,
      text('Tap in the laundry drips', 'Wasserhahn im Waschhaus tropft'),
    ),
    ticket(
      ['assigned', 24 * 22, disabledWorker],
      ['other', 'normal', 'door'],
      0,
      floors.ground,
      text('Basement door drags on the floor', 'Kellertür schleift am Boden'),
    ),
    ticket(
      ['in_progress', 4, 4],
      ['other', 'normal', 'window'],
      1,
      floors.first,
      text('Landing window is cracked', 'Fenster am Treppenabsatz hat einen Sprung'),
    ),
    ticket(
      ['done', 77, 5],
      ['climate', 'high', 'radiator'],
      0,
      floors.none,
      text('No heating in the whole staircase', 'Heizung im ganzen Aufgang kalt'),
    ),
  ],
  surgery: [
    ticket(
      ['new', 7, 0],
      ['climate', 'normal'],
      1,
      floors.attic,
      text('Thermostat of the waiting room does not react', 'Thermostat im Wartezimmer reagiert nicht'),
    ),
    ticket(
      ['in_progress', 3, 5],
      ['plumbing', 'normal', 'tap'],
      1,
      floors.first,
      text('Tap in treatment room 3 drips', 'Wasserhahn im Behandlungsraum 3 tropft'),
    ),
    ticket(
      ['done', 5, 6],
      ['elevator', 'normal', 'lift'],
      0,
      floors.none,
      text('Lift door hits wheelchairs', 'Aufzugtür stößt gegen Rollstühle'),
    ),
    ticket(
      ['rejected', 44, 0],
      ['other', 'low', 'door'],
      0,
      floors.second,
      text('Practice door squeaks and sticks', 'Praxistür quietscht und klemmt'),
    ),
  ],
  library: [
    ticket(
      ['new', 31, 0],
      ['climate', 'normal'],
      0,
      floors.none,
      text('Air conditioning drips onto the carpet', 'Klimaanlage tropft auf den Teppich'),
    ),
    ticket(
      ['assigned', 5, 1],
      ['electric', 'low', 'lamp'],
      0,
      floors.first,
      text('Two reading lamps stay dark', 'Zwei Leselampen bleiben dunkel'),
    ),
    ticket(
      ['in_progress', 22, 6],
      ['plumbing', 'high', 'pipe'],
      1,
      floors.basement,
      text('Pipe above the archive shelves sweats and drips', 'Rohr über den Regalen im Magazin tropft'),
    ),
    ticket(
      ['done', 26, 4],
      ['other', 'normal', 'window'],
      0,
      floors.second,
      text('Reading hall window does not close', 'Fenster im Lesesaal schließt nicht'),
    ),
  ],
};
