import type { Category, Priority } from '../../product/tickets/tables.ts';

/** Pictures of this repository, `photos/<subject>-before` and `-after`, drawn for it. */
export type Subject = 'lamp' | 'fuses' | 'pipe' | 'radiator' | 'lift' | 'window' | 'lock' | 'swing';

export interface Report {
  category: Category;
  priority: Priority;
  description: string;
  floor: string;
  subject?: Subject;
}

const report = (category: Category, priority: Priority, floor: string, description: string, subject?: Subject): Report => ({
  category,
  priority,
  floor,
  description,
  ...(subject && { subject }),
});

/** What people of the city report, by the language of the project. */
export const reports: Record<'en' | 'de', Report[]> = {
  en: [
    report('electric', 'normal', '2', 'The light on the stairs stays dark after six in the evening', 'lamp'),
    report('plumbing', 'high', 'Basement', 'Water drips from the riser and spreads towards the storage rooms', 'pipe'),
    report('elevator', 'high', '', 'The lift stops between the second and the third floor, display shows E4', 'lift'),
    report('climate', 'normal', '1', 'The radiator in the corridor stays cold although the valve is open', 'radiator'),
    report('other', 'high', 'Ground floor', 'A window towards the yard is broken, splinters on the sill', 'window'),
    report('electric', 'high', 'Basement', 'One breaker trips each time the washing machines run', 'fuses'),
    report('other', 'normal', 'Ground floor', 'The handle of the entrance door hangs loose, it cannot be locked', 'lock'),
    report('plumbing', 'normal', '3', 'The kitchen tap cannot be closed any more'),
    report('climate', 'low', '4', 'The ventilation whistles when the wind comes from the harbour'),
    report('electric', 'low', '5', 'The bell of flat 52 rings at flat 53'),
    report('elevator', 'normal', '', 'The lift door closes too early, a pram was caught twice', 'lift'),
    report('other', 'low', '', 'One seat of the swing came off its chain', 'swing'),
    report('plumbing', 'high', '1', 'The drain of the staff toilet is blocked'),
    report('climate', 'high', '2', 'No heating in the whole left wing since this morning', 'radiator'),
    report('electric', 'normal', '', 'The lamp above the parking spaces flickers', 'lamp'),
    report('other', 'normal', '1', 'The fire door does not fall shut by itself'),
    report('plumbing', 'low', '2', 'Hot water needs more than two minutes to arrive'),
    report('elevator', 'low', '', 'The light of the button for the third floor is out'),
    report('climate', 'normal', '', 'The air conditioning of the meeting room drips onto the carpet'),
    report('other', 'low', 'Ground floor', 'Letter box 14 was forced open and does not close'),
  ],
  de: [
    report('electric', 'normal', '1. OG', 'Das Treppenhauslicht geht nach wenigen Sekunden wieder aus', 'lamp'),
    report('plumbing', 'high', 'Keller', 'Am Steigrohr tropft es, der Boden vor den Kellerabteilen ist nass', 'pipe'),
    report('elevator', 'high', '', 'Der Aufzug bleibt mit halb offener Tür im Erdgeschoss stehen', 'lift'),
    report('climate', 'normal', '3. OG', 'Der Heizkörper im Flur wird nur oben warm', 'radiator'),
    report('other', 'high', 'EG', 'Die Scheibe der Hoftür ist eingeschlagen', 'window'),
    report('electric', 'high', 'Keller', 'Im Sicherungskasten riecht es verschmort, eine Sicherung hält nicht', 'fuses'),
    report('other', 'normal', 'EG', 'Das Schloss der Haustür klemmt, der Schlüssel lässt sich kaum drehen', 'lock'),
    report('plumbing', 'normal', '2. OG', 'Die Spülung im Gäste-WC läuft ständig nach'),
    report('climate', 'low', '4. OG', 'Die Lüftung im Bad brummt in der Nacht'),
    report('electric', 'low', 'EG', 'Die Klingel der Wohnung 7 ist stumm'),
    report('elevator', 'normal', '', 'Der Aufzug ruckelt beim Anfahren und quietscht', 'lift'),
    report('other', 'low', 'Hof', 'An der Schaukel ist eine Kette gerissen', 'swing'),
    report('plumbing', 'high', 'EG', 'Aus dem Bodenablauf im Waschraum drückt Wasser'),
    report('climate', 'high', '', 'Die Heizung im ganzen Aufgang ist seit gestern kalt', 'radiator'),
    report('electric', 'normal', 'Tiefgarage', 'Drei Leuchten an der Einfahrt sind ausgefallen', 'lamp'),
    report('other', 'normal', '', 'Das Garagentor bleibt auf halber Höhe stehen'),
    report('plumbing', 'low', '1. OG', 'Der Wasserhahn im Behandlungsraum 3 tropft'),
    report('elevator', 'low', '', 'Im Aufzug fehlt die Abdeckung einer Leuchte'),
    report('climate', 'normal', 'DG', 'Das Thermostat im Wartezimmer reagiert nicht'),
    report('other', 'low', 'Hof', 'Die Fahrradständer haben sich aus dem Pflaster gelöst'),
  ],
};

export const reasons = {
  rework: {
    en: ['It came back the same evening, please look again', 'The place was not cleaned up, and one screw is missing'],
    de: ['Am nächsten Morgen war es wieder so, bitte noch einmal ansehen', 'Die Abdeckung fehlt noch'],
  },
  cancel: {
    en: ['Reported twice, the other ticket goes on', 'The tenant has settled it already'],
    de: ['Doppelt gemeldet, das andere Ticket läuft weiter', 'Hat sich erledigt, war nur der Hauptschalter'],
  },
} as const;
