import type { Category, Priority } from '../../product/tickets/tables.ts';

/** What the files photos/<subject>-before and photos/<subject>-after show. */
type PhotoSubject = 'lamp' | 'fuses' | 'pipe' | 'radiator' | 'lift' | 'window' | 'lock' | 'swing';

const template = (category: Category, priority: Priority, floor: string, description: string, photoSubject?: PhotoSubject) => ({
  category,
  priority,
  floor,
  description,
  photoSubject,
});

export type TicketTemplate = ReturnType<typeof template>;

/** What tickets of the demo report, by the language of the project. */
export const ticketTemplates: Record<'en' | 'de', TicketTemplate[]> = {
  en: [
    template('electric', 'normal', '2', 'The light on the stairs stays dark after six in the evening', 'lamp'),
    template('plumbing', 'high', 'Basement', 'Water drips from the riser and spreads towards the storage rooms', 'pipe'),
    template('elevator', 'high', '', 'The lift stops between the second and the third floor, display shows E4', 'lift'),
    template('climate', 'normal', '1', 'The radiator in the corridor stays cold although the valve is open', 'radiator'),
    template('other', 'high', 'Ground floor', 'A window towards the yard is broken, splinters on the sill', 'window'),
    template('electric', 'high', 'Basement', 'One breaker trips each time the washing machines run', 'fuses'),
    template('other', 'normal', 'Ground floor', 'The handle of the entrance door hangs loose, it cannot be locked', 'lock'),
    template('plumbing', 'normal', '3', 'The kitchen tap cannot be closed any more'),
    template('climate', 'low', '4', 'The ventilation whistles when the wind comes from the harbour'),
    template('electric', 'low', '5', 'The bell of flat 52 rings at flat 53'),
    template('elevator', 'normal', '', 'The lift door closes too early, a pram was caught twice', 'lift'),
    template('other', 'low', '', 'One seat of the swing came off its chain', 'swing'),
    template('plumbing', 'high', '1', 'The drain of the staff toilet is blocked'),
    template('climate', 'high', '2', 'No heating in the whole left wing since this morning', 'radiator'),
    template('electric', 'normal', '', 'The lamp above the parking spaces flickers', 'lamp'),
    template('other', 'normal', '1', 'The fire door does not fall shut by itself'),
    template('plumbing', 'low', '2', 'Hot water needs more than two minutes to arrive'),
    template('elevator', 'low', '', 'The light of the button for the third floor is out'),
    template('climate', 'normal', '', 'The air conditioning of the meeting room drips onto the carpet'),
    template('other', 'low', 'Ground floor', 'Letter box 14 was forced open and does not close'),
  ],
  de: [
    template('electric', 'normal', '1. OG', 'Das Treppenhauslicht geht nach wenigen Sekunden wieder aus', 'lamp'),
    template('plumbing', 'high', 'Keller', 'Am Steigrohr tropft es, der Boden vor den Kellerabteilen ist nass', 'pipe'),
    template('elevator', 'high', '', 'Der Aufzug bleibt mit halb offener Tür im Erdgeschoss stehen', 'lift'),
    template('climate', 'normal', '3. OG', 'Der Heizkörper im Flur wird nur oben warm', 'radiator'),
    template('other', 'high', 'EG', 'Die Scheibe der Hoftür ist eingeschlagen', 'window'),
    template('electric', 'high', 'Keller', 'Im Sicherungskasten riecht es verschmort, eine Sicherung hält nicht', 'fuses'),
    template('other', 'normal', 'EG', 'Das Schloss der Haustür klemmt, der Schlüssel lässt sich kaum drehen', 'lock'),
    template('plumbing', 'normal', '2. OG', 'Die Spülung im Gäste-WC läuft ständig nach'),
    template('climate', 'low', '4. OG', 'Die Lüftung im Bad brummt in der Nacht'),
    template('electric', 'low', 'EG', 'Die Klingel der Wohnung 7 ist stumm'),
    template('elevator', 'normal', '', 'Der Aufzug ruckelt beim Anfahren und quietscht', 'lift'),
    template('other', 'low', 'Hof', 'An der Schaukel ist eine Kette gerissen', 'swing'),
    template('plumbing', 'high', 'EG', 'Aus dem Bodenablauf im Waschraum drückt Wasser'),
    template('climate', 'high', '', 'Die Heizung im ganzen Aufgang ist seit gestern kalt', 'radiator'),
    template('electric', 'normal', 'Tiefgarage', 'Drei Leuchten an der Einfahrt sind ausgefallen', 'lamp'),
    template('other', 'normal', '', 'Das Garagentor bleibt auf halber Höhe stehen'),
    template('plumbing', 'low', '1. OG', 'Der Wasserhahn im Behandlungsraum 3 tropft'),
    template('elevator', 'low', '', 'Im Aufzug fehlt die Abdeckung einer Leuchte'),
    template('climate', 'normal', 'DG', 'Das Thermostat im Wartezimmer reagiert nicht'),
    template('other', 'low', 'Hof', 'Die Fahrradständer haben sich aus dem Pflaster gelöst'),
  ],
};

/** Reasons of rejected and canceled tickets. */
export const reasons = {
  reject: {
    en: ['It came back the same evening, please look again', 'The place was not cleaned up, and one screw is missing'],
    de: ['Am nächsten Morgen war es wieder so, bitte noch einmal ansehen', 'Die Abdeckung fehlt noch'],
  },
  cancel: {
    en: ['Reported twice, the other ticket goes on', 'The tenant has settled it already'],
    de: ['Doppelt gemeldet, das andere Ticket läuft weiter', 'Hat sich erledigt, war nur der Hauptschalter'],
  },
} as const;
