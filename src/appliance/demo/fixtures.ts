import type { DeviceOrigin } from '../../platform/http/request-origin.ts';
import type { CreateApiToken } from '../../product/identity/api-tokens/schemas.ts';
import type { Category, Priority } from '../../product/tickets/tables.ts';
import { type DemoLanguage, type Text, text } from './text.ts';
import type { PhotoSubject } from './ticket-templates.ts';

// Users, projects, buildings and schedules of the demo. All are invented; phone numbers are those kept for films.

/** The password of all users, printed at the start. */
export const demoPassword = 'show-me-callout-1';

/** The logins that the start prints. */
export const demoLogins = {
  admin: 'admin@demo.callout.example',
  client: 'client@demo.callout.example',
  worker: 'worker@demo.callout.example',
} as const;

/** Where a client is signed in beside the browser of whoever looks at the demo; the address is one for documentation. */
export const demoPhone: DeviceOrigin = {
  ip: '203.0.113.24',
  requestId: '',
  userAgent: 'Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
};

export const demoApiToken = (language: DemoLanguage): CreateApiToken => ({
  name: text('Monthly report', 'Monatsbericht')[language],
  scope: 'read',
});

export interface DemoUser {
  name: Text;
  /** the last digits of the phone number; without them there is none */
  extension?: string;
  /** a printed login; others have their first name as address */
  email?: string;
}

const phoneNumbers = {
  office: text('+44 20 7946 0', '+49 30 23125 '),
  mobile: text('+44 7700 9000', '+49 171 39200'),
};

/** What an account is created from. */
export function accountOf({ name, extension, email }: DemoUser, kind: keyof typeof phoneNumbers, language: DemoLanguage) {
  const [firstName = ''] = name[language].toLowerCase().split(' ');
  return {
    name: name[language],
    email: email ?? `${firstName}@demo.callout.example`,
    phone: extension ? phoneNumbers[kind][language] + extension : '',
  };
}

export const demoAdminName = text('Grace Holloway', 'Claudia Brandt');

export const demoWorkers: DemoUser[] = [
  { name: text('Ryan Walsh', 'Jonas Weber'), extension: '01', email: demoLogins.worker },
  { name: text('Priya Shah', 'Miriam Scholz'), extension: '02' },
  { name: text('Tom Hughes', 'Tim Hartmann'), extension: '03' },
  { name: text('Katie Morgan', 'Katrin Möller'), extension: '04' },
  { name: text('Aylin Demir', 'Aylin Demir'), extension: '05' },
  { name: text('Luke Bennett', 'Lukas Berger'), extension: '06' },
  { name: text('Martha King', 'Marta Kowalska'), extension: '07' },
  { name: text('Robert Grant', 'Robert Gärtner'), extension: '08' },
];

/** The position in demoWorkers of the one who was disabled with an open ticket. */
export const disabledWorker = 7;

/** Workers whose accounts the printed client created: one waits for confirmation. */
export const clientsWorkers = {
  unconfirmed: { name: text('Neil Reid', 'Nils Richter') },
  confirmed: { name: text('Ines Ferreira', 'Ines Fuchs'), extension: '09' },
} satisfies Record<string, DemoUser>;

export type ProjectKey = 'quarter' | 'court' | 'school' | 'estate' | 'surgery' | 'library';

export interface DemoProject {
  key: ProjectKey;
  name: Text;
  objects: [name: Text, address: Text][];
  /** positions in demoWorkers */
  members: number[];
}

export const demoClients: (DemoUser & { projects: DemoProject[] })[] = [
  {
    name: text('Emma Clarke', 'Sabine Krüger'),
    extension: '101',
    email: demoLogins.client,
    projects: [
      {
        key: 'quarter',
        name: text('Harbour Quarter', 'Hafenquartier'),
        objects: [
          [text('Quay House', 'Kaihaus'), text('4 Quay Road', 'Kaistraße 4')],
          [text('Dock Tower', 'Dockturm'), text('2 Dock Square', 'Dockplatz 2')],
          [text('Ferry Terrace', 'Fährhöfe'), text('17 Ferry Lane', 'Fährgasse 17')],
        ],
        members: [0, 1, 2, 4],
      },
      {
        key: 'court',
        name: text('Linden Court', 'Wohnpark Lindenhof'),
        objects: [
          [text('House A', 'Haus A'), text('12 Linden Avenue', 'Lindenallee 12')],
          [text('House B', 'Haus B'), text('14 Linden Avenue', 'Lindenallee 14')],
          [text('Garage', 'Tiefgarage'), text('16 Linden Avenue, yard entrance', 'Lindenallee 16, Einfahrt Hof')],
        ],
        members: [0, 3, 5],
      },
      {
        key: 'school',
        name: text('Mill Lane School', 'Grundschule Mühlenweg'),
        objects: [
          [text('Main building', 'Hauptgebäude'), text('1 Mill Lane', 'Mühlenweg 1')],
          [text('Gym', 'Turnhalle'), text('3 Mill Lane', 'Mühlenweg 3')],
        ],
        members: [0, 2, 6],
      },
    ],
  },
  {
    name: text('David Okafor', 'Thomas Petersen'),
    extension: '102',
    projects: [
      {
        key: 'estate',
        name: text('Northgate Estate', 'Siedlung Nordstadt'),
        objects: [
          [text('Block 1', 'Block 1'), text('21 Foundry Street', 'Werftstraße 21')],
          [text('Block 2', 'Block 2'), text('23 Foundry Street', 'Werftstraße 23')],
          [text('Laundry', 'Waschhaus'), text('23a Foundry Street', 'Werftstraße 23a')],
        ],
        members: [3, 4, 5, disabledWorker],
      },
      {
        key: 'surgery',
        name: text('Market Square Surgery', 'Ärztehaus am Markt'),
        objects: [
          [text('Front building', 'Vorderhaus'), text('8 Market Square', 'Marktplatz 8')],
          [text('Practice wing', 'Praxisflügel'), text('8 Market Square, yard', 'Marktplatz 8, Hof')],
        ],
        members: [0, 5, 6],
      },
    ],
  },
  {
    name: text('Helen Marsh', 'Heike Vogt'),
    extension: '103',
    projects: [
      {
        key: 'library',
        name: text('Central Library', 'Stadtbibliothek'),
        objects: [
          [text('Reading hall', 'Lesesaal'), text('30 Chapel Street', 'Kapellenstraße 30')],
          [text('Archive', 'Magazin'), text('32 Chapel Street', 'Kapellenstraße 32')],
        ],
        members: [1, 4, 6],
      },
    ],
  },
];

/** A disabled building, and a disabled project with its only building. */
export const disabledFixtures = {
  pavilion: { name: text('Pavilion', 'Pavillon'), address: text('5 Mill Lane', 'Mühlenweg 5') },
  market: text('Winter Market', 'Wintermarkt'),
  stalls: { name: text('Stalls', 'Buden'), address: text('Market Square', 'Marktplatz') },
};

export interface DemoRule {
  project: ProjectKey;
  /** position among the objects of the project */
  object: number;
  category: Category;
  priority: Priority;
  description: Text;
  photoSubject?: PhotoSubject;
  startedDaysAgo: number;
  periodDays: number;
  /** a recurrence rule that it follows instead of the period */
  rrule?: string;
  /** its tickets have the checklist of the monthly round; only with `rrule` */
  hasChecklist?: boolean;
  disabledDaysAgo?: number;
}

export const demoRules: DemoRule[] = [
  {
    project: 'quarter',
    object: 1,
    category: 'elevator',
    priority: 'normal',
    description: text('Lift check: doors, emergency call, light', 'Aufzugskontrolle: Türen, Notruf, Licht'),
    photoSubject: 'lift',
    startedDaysAgo: 49,
    periodDays: 14,
  },
  {
    project: 'court',
    object: 2,
    category: 'other',
    priority: 'low',
    description: text('Grease the garage gate and test its light barrier', 'Garagentor abschmieren und Lichtschranke prüfen'),
    startedDaysAgo: 41,
    periodDays: 14,
  },
  {
    project: 'court',
    object: 0,
    category: 'climate',
    priority: 'normal',
    description: text('Read the heating pressure and add it to the log', 'Heizungsdruck ablesen und Protokoll ergänzen'),
    photoSubject: 'radiator',
    startedDaysAgo: 48,
    periodDays: 7,
  },
  {
    project: 'estate',
    object: 2,
    category: 'plumbing',
    priority: 'normal',
    description: text('Clean the lint filters of the washing machines', 'Flusensiebe der Waschmaschinen reinigen'),
    startedDaysAgo: 44,
    periodDays: 10,
    disabledDaysAgo: 9,
  },
  {
    project: 'library',
    object: 0,
    category: 'electric',
    priority: 'normal',
    description: text('Test the emergency lights and write down the result', 'Notbeleuchtung prüfen und Ergebnis eintragen'),
    photoSubject: 'lamp',
    startedDaysAgo: 50,
    periodDays: 28,
  },
  {
    project: 'surgery',
    object: 0,
    category: 'plumbing',
    priority: 'normal',
    description: text(
      'Monthly round: flush unused taps, check hot water, fire doors and emergency lights',
      'Monatlicher Rundgang: selten genutzte Hähne spülen, Warmwasser, Brandschutztüren und Notlicht prüfen',
    ),
    startedDaysAgo: 40,
    periodDays: 28,
    rrule: 'FREQ=MONTHLY;BYDAY=1MO',
    hasChecklist: true,
  },
];
