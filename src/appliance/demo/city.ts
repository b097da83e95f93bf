import type { Category, Priority } from '../../product/tickets/tables.ts';

// The city of `npm run demo`: invented, in English and German. People are called by a given name
// and a letter.

/** Everybody's; shown at the start. */
export const demoPassword = 'show-me-callout-1';

export const logins = {
  admin: 'admin@demo.callout.example',
  client: 'client@demo.callout.example',
  worker: 'worker@demo.callout.example',
} as const;

export interface DemoClient {
  email: string;
  name: string;
  phone: string;
  projects: DemoProject[];
}

export interface DemoProject {
  name: string;
  language: 'en' | 'de';
  objects: [name: string, address: string][];
  /** members, by their place in `workers` */
  members: number[];
}

export const clients: DemoClient[] = [
  {
    email: logins.client,
    name: 'Harbour & Linden Homes',
    phone: '+49 40 5550100',
    projects: [
      {
        name: 'Harbour Quarter',
        language: 'en',
        objects: [
          ['Quay House', '4 Quay Road'],
          ['Dock Tower', '2 Dock Square'],
          ['Ferry Terrace', '17 Ferry Lane'],
        ],
        members: [0, 1, 2, 4],
      },
      {
        name: 'Wohnpark Lindenhof',
        language: 'de',
        objects: [
          ['Haus A', 'Lindenallee 12'],
          ['Haus B', 'Lindenallee 14'],
          ['Tiefgarage', 'Lindenallee 12-16, Einfahrt Hof'],
        ],
        members: [0, 3, 5],
      },
      {
        name: 'Mill Lane School',
        language: 'en',
        objects: [
          ['Main building', '1 Mill Lane'],
          ['Gym', '3 Mill Lane'],
        ],
        members: [0, 2, 6],
      },
    ],
  },
  {
    email: 'nordstadt@demo.callout.example',
    name: 'Wohnbau Nordstadt eG',
    phone: '+49 40 5550200',
    projects: [
      {
        name: 'Siedlung Nordstadt',
        language: 'de',
        objects: [
          ['Block 1', 'Werftstraße 21'],
          ['Block 2', 'Werftstraße 23'],
          ['Waschhaus', 'Werftstraße 23a'],
        ],
        members: [3, 4, 5],
      },
      {
        name: 'Ärztehaus am Markt',
        language: 'de',
        objects: [
          ['Vorderhaus', 'Marktplatz 8'],
          ['Praxisflügel', 'Marktplatz 8, Hof'],
        ],
        members: [0, 5, 6],
      },
    ],
  },
  {
    email: 'culture@demo.callout.example',
    name: 'City Culture Office',
    phone: '+49 40 5550300',
    projects: [
      {
        name: 'Central Library',
        language: 'en',
        objects: [
          ['Reading hall', '30 Chapel Street'],
          ['Archive', '32 Chapel Street'],
        ],
        members: [1, 4, 6],
      },
    ],
  },
];

export const workers: { email: string; name: string; phone: string }[] = [
  { email: logins.worker, name: 'Jonas W.', phone: '+49 151 5550001' },
  { email: 'priya@demo.callout.example', name: 'Priya S.', phone: '+49 151 5550002' },
  { email: 'tom@demo.callout.example', name: 'Tom H.', phone: '+49 151 5550003' },
  { email: 'katrin@demo.callout.example', name: 'Katrin M.', phone: '+49 151 5550004' },
  { email: 'aylin@demo.callout.example', name: 'Aylin D.', phone: '+49 151 5550005' },
  { email: 'lukas@demo.callout.example', name: 'Lukas B.', phone: '+49 151 5550006' },
  { email: 'marta@demo.callout.example', name: 'Marta K.', phone: '+49 151 5550007' },
];

export interface DemoRule {
  /** of clients, of its projects, of its objects */
  place: [client: number, project: number, object: number];
  category: Category;
  priority: Priority;
  description: string;
  /** days before today on which it ran first, and how often it comes */
  since: number;
  every: number;
}

export const rules: DemoRule[] = [
  {
    place: [0, 0, 1],
    category: 'elevator',
    priority: 'normal',
    description: 'Two-weekly check of the lift: doors, emergency call, light',
    since: 49,
    every: 14,
  },
  {
    place: [0, 1, 2],
    category: 'other',
    priority: 'low',
    description: 'Garagentor abschmieren und Lichtschranke prüfen',
    since: 41,
    every: 14,
  },
  {
    place: [0, 1, 0],
    category: 'climate',
    priority: 'normal',
    description: 'Heizungsdruck ablesen und Protokoll ergänzen',
    since: 48,
    every: 7,
  },
  {
    place: [1, 0, 2],
    category: 'plumbing',
    priority: 'normal',
    description: 'Flusensiebe der Waschmaschinen reinigen',
    since: 44,
    every: 10,
  },
  {
    place: [2, 0, 0],
    category: 'electric',
    priority: 'normal',
    description: 'Test the emergency lights and write down the result',
    since: 50,
    every: 28,
  },
];
