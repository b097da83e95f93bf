interface Figure {
  what: string;
  /** how long it took before the console was built anew */
  before: string;
  targetMs?: number;
}

/** What is measured of the console: how long a person waits for it. */
const measured = {
  create: { what: 'client: a new request is sent', before: '0.03 s' },
  confirm: { what: 'client: finished work is confirmed', before: '0.17 s, 0.12 s' },
  find: { what: "client: the list shows last month's requests", before: '0.3 s' },
  accept: { what: 'worker: a request is accepted', before: '0.10 s' },
  start: { what: 'worker: it is started', before: '0.14 s' },
  photo: { what: 'worker: a photo is shown', before: '0.6 s' },
  finish: { what: 'worker: the work is finished', before: '0.04 s' },
  queueSent: { what: 'worker: what was done without a connection is sent', before: 'below 3 s' },
  offlineStart: { what: 'worker: the console opens without a connection', before: 'not possible' },
  assignFive: { what: 'admin: five requests are assigned', before: '0.08 s each' },
  board: { what: 'admin: the board opens', before: '0.49 s' },
  pageChange: { what: 'page of the menu that was open before', before: '0.14 to 0.24 s' },
  slowLogin: { what: 'slow: sign-in page visible, nothing cached', before: '3.5 s', targetMs: 4_000 },
  slowSignIn: { what: 'slow: from the sign-in to the list of jobs', before: '2.1 s' },
  slowJob: { what: 'slow: job opens', before: '0.8 s', targetMs: 1_000 },
  slowOfflineStart: { what: 'slow: console opened without a connection', before: 'not possible' },
} satisfies Record<string, Figure>;

export type FigureName = keyof typeof measured;
/** Milliseconds, round by round. */
export type Figures = Record<FigureName, number[]>;

/** Notes a wait in milliseconds. */
export type RecordWait = (name: FigureName, waitMs: number) => void;

export const figures = (Object.keys(measured) as FigureName[]).map((name): Figure & { name: FigureName } => ({
  name,
  ...measured[name],
}));

export const slowNetworkFigures = figures.filter(({ name }) => name.startsWith('slow'));

export const emptyFigures = (): Figures => Object.fromEntries(figures.map(({ name }) => [name, []])) as unknown as Figures;
