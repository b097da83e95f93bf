/** What is measured of the console; each in milliseconds, round by round. */
const figureNames = [
  'create',
  'progress',
  'confirm',
  'rework',
  'find',
  'createProject',
  'addBuilding',
  'addWorker',
  'schedule',
  'notifications',
  'invitation',
  'accept',
  'start',
  'photo',
  'finish',
  'queueSent',
  'offlineStart',
  'reworkReason',
  'doneList',
  'doneTicket',
  'board',
  'assignFive',
  'openByNumber',
  'createAccount',
  'resetLink',
  'disable',
  'status',
  'pageChange',
  'slowLogin',
  'slowSignIn',
  'slowJob',
  'slowOfflineStart',
] as const;

export type FigureName = (typeof figureNames)[number];
export type Figures = Record<FigureName, number[]>;

/** Notes a wait in milliseconds. */
export type RecordWait = (name: FigureName, waitMs: number) => void;

export const emptyFigures = (): Figures => Object.fromEntries(figureNames.map((name) => [name, []])) as unknown as Figures;

/** A figure that belongs to no single task. */
interface Figure {
  name: FigureName;
  what: string;
  before: string;
  targetMs?: number;
}

export const pageFigures: Figure[] = [
  { name: 'pageChange', what: 'page of the menu that was open before', before: '0.14 to 0.24 s' },
  { name: 'board', what: 'board', before: '0.49 s' },
];

export const slowNetworkFigures: Figure[] = [
  { name: 'slowLogin', what: 'sign-in page visible, nothing cached', before: '3.5 s', targetMs: 4_000 },
  { name: 'slowSignIn', what: 'from the sign-in to the list of jobs', before: '2.1 s' },
  { name: 'slowJob', what: 'job opens', before: '0.8 s', targetMs: 1_000 },
  { name: 'slowOfflineStart', what: 'console opened without a connection', before: 'not possible' },
];

/** A task of somebody at work, with how it was before the console was built anew. */
export interface Task {
  role: 'Client' | 'Worker' | 'Admin';
  task: string;
  /** taps or clicks, with what is typed */
  tapsBefore: string;
  /** the most that the tests allow */
  taps: string;
  waitBefore: string;
  /** what is waited for */
  waits: FigureName[];
}

export const tasks: Task[] = [
  task('Client', 'report a fault on the phone', '5 and the text', '4 and the text', '0.03 s', 'create'),
  task('Client', 'see the progress of a request', '1', '1', '0.17 s', 'progress'),
  task('Client', 'confirm finished work', '2', '1', '0.17 s, 0.12 s', 'confirm'),
  task('Client', 'send work back with a reason', '3 and the text', '3 and the text', '0.23 s', 'rework'),
  task('Client', "find last month's requests about the elevator", '12', '6', '0.3 s', 'find'),
  task(
    'Client',
    'first day: project, building, worker who can sign in, invitation',
    '14 and 7 fields on 4 pages',
    '9 and 5 fields on 1 page',
    'below 0.3 s each',
    ...(['createProject', 'addBuilding', 'addWorker'] as const),
  ),
  task('Client', 'set up a schedule', '7 and the text', '7 and the text', '0.2 s', 'schedule'),
  task('Client', 'see whether messages are sent', '1, contradictory', '1', '–', 'notifications'),
  task('Worker', 'accept an invitation', '2', "1, with jobs of one's own 2", 'below 0.2 s', 'invitation'),
  task('Worker', 'accept a job', '3', '3', '0.10 s', 'accept'),
  task('Worker', 'start it', '1', '1', '0.14 s', 'start'),
  task('Worker', 'finish it with two photos, 4 taps in the camera', '8', '9', '0.6 s, 0.04 s', 'photo', 'finish'),
  task('Worker', 'finish without a connection, and come back', 'none more', 'none more', 'below 3 s', 'queueSent'),
  task('Worker', 'open the console without a connection', 'not possible', '0', '–', 'offlineStart'),
  task('Worker', 'see why work was sent back', '2', '0 on the card, 1 on its page', 'below 0.2 s', 'reworkReason'),
  task('Worker', "find yesterday's job", 'not possible', '2', '–', 'doneList', 'doneTicket'),
  task('Admin', 'see what is urgent', '0, not in order', '0', '0.5 s', 'board'),
  task('Admin', 'assign five requests', '19', '4', '0.08 s each', 'assignFive'),
  task('Admin', 'open a request by its number', 'not possible', '1 and the number', '–', 'openByNumber'),
  task('Admin', 'see who has too much work', '0, cut off', '0', '0.5 s', 'board'),
  task('Admin', 'create an account', '2 and 5 fields', '3 and 4 fields', '0.2 s', 'createAccount'),
  task('Admin', 'make a link for a new password', '4', '4', '0.1 s', 'resetLink'),
  task('Admin', 'disable a worker, with a warning about open work', '3, without warning', '3', '0.1 s', 'disable'),
  task('Admin', 'look at the system status', '1, on a phone 2', '1, on a phone 2', '0.1 s', 'status'),
];

function task(
  role: Task['role'],
  task: string,
  tapsBefore: string,
  taps: string,
  waitBefore: string,
  ...waits: FigureName[]
): Task {
  return { role, task, tapsBefore, taps, waitBefore, waits };
}
