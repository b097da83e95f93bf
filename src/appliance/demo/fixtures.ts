import type { DeviceOrigin } from '../../platform/http/request-origin.ts';
import type { CreateApiToken } from '../../product/api-tokens/schemas.ts';
import type { Category, Priority } from '../../product/tickets/tables.ts';

// Users, projects, objects and recurring rules of the demo, invented, in English and German.

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

export const demoApiToken: CreateApiToken = { name: 'Monthly report', scope: 'read' };

export interface DemoUser {
  email: string;
  name: string;
  phone: string;
}

interface DemoClient extends DemoUser {
  projects: DemoProject[];
}

export interface DemoProject {
  name: string;
  language: 'en' | 'de';
  /** addresses by name */
  objects: Record<string, string>;
  /** indexes of demoWorkers */
  members: number[];
}

export const demoClients: DemoClient[] = [
  {
    email: demoLogins.client,
    name: 'Harbour & Linden Homes',
    phone: '+49 40 5550100',
    projects: [
      {
        name: 'Harbour Quarter',
        language: 'en',
        objects: { 'Quay House': '4 Quay Road', 'Dock Tower': '2 Dock Square', 'Ferry Terrace': '17 Ferry Lane' },
        members: [0, 1, 2, 4],
      },
      {
        name: 'Wohnpark Lindenhof',
        language: 'de',
        objects: { 'Haus A': 'Lindenallee 12', 'Haus B': 'Lindenallee 14', Tiefgarage: 'Lindenallee 12-16, Einfahrt Hof' },
        members: [0, 3, 5],
      },
      {
        name: 'Mill Lane School',
        language: 'en',
        objects: { 'Main building': '1 Mill Lane', Gym: '3 Mill Lane' },
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
        objects: { 'Block 1': 'Werftstraße 21', 'Block 2': 'Werftstraße 23', Waschhaus: 'Werftstraße 23a' },
        members: [3, 4, 5],
      },
      {
        name: 'Ärztehaus am Markt',
        language: 'de',
        objects: { Vorderhaus: 'Marktplatz 8', Praxisflügel: 'Marktplatz 8, Hof' },
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
        objects: { 'Reading hall': '30 Chapel Street', Archive: '32 Chapel Street' },
        members: [1, 4, 6],
      },
    ],
  },
];

export const demoWorkers: DemoUser[] = [
  { email: demoLogins.worker, name: 'Jonas W.', phone: '+49 151 5550001' },
  { email: 'priya@demo.callout.example', name: 'Priya S.', phone: '+49 151 5550002' },
  { email: 'tom@demo.callout.example', name: 'Tom H.', phone: '+49 151 5550003' },
  { email: 'katrin@demo.callout.example', name: 'Katrin M.', phone: '+49 151 5550004' },
  { email: 'aylin@demo.callout.example', name: 'Aylin D.', phone: '+49 151 5550005' },
  { email: 'lukas@demo.callout.example', name: 'Lukas B.', phone: '+49 151 5550006' },
  { email: 'marta@demo.callout.example', name: 'Marta K.', phone: '+49 151 5550007' },
];

export interface DemoRule {
  project: string;
  object: string;
  category: Category;
  priority: Priority;
  description: string;
  startedDaysAgo: number;
  periodDays: number;
  disabledDaysAgo?: number;
}

export const demoRules: DemoRule[] = [
  {
    project: 'Harbour Quarter',
    object: 'Dock Tower',
    category: 'elevator',
    priority: 'normal',
    description: 'Two-weekly check of the lift: doors, emergency call, light',
    startedDaysAgo: 49,
    periodDays: 14,
  },
  {
    project: 'Wohnpark Lindenhof',
    object: 'Tiefgarage',
    category: 'other',
    priority: 'low',
    description: 'Garagentor abschmieren und Lichtschranke prüfen',
    startedDaysAgo: 41,
    periodDays: 14,
  },
  {
    project: 'Wohnpark Lindenhof',
    object: 'Haus A',
    category: 'climate',
    priority: 'normal',
    description: 'Heizungsdruck ablesen und Protokoll ergänzen',
    startedDaysAgo: 48,
    periodDays: 7,
  },
  {
    project: 'Siedlung Nordstadt',
    object: 'Waschhaus',
    category: 'plumbing',
    priority: 'normal',
    description: 'Flusensiebe der Waschmaschinen reinigen',
    startedDaysAgo: 44,
    periodDays: 10,
    disabledDaysAgo: 9,
  },
  {
    project: 'Central Library',
    object: 'Reading hall',
    category: 'electric',
    priority: 'normal',
    description: 'Test the emergency lights and write down the result',
    startedDaysAgo: 50,
    periodDays: 28,
  },
];
