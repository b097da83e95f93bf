import type { ApiClient } from './api-client.ts';
import { adminEmail } from './console-service.ts';
import { pdfFile, photoFile } from './pictures.ts';

// Accounts and data for the tests of the console.

export interface Lobby {
  anna: string;
  wanda: string;
  project: number;
  object: number;
  /** Creates a ticket, and takes it through these operations of Wanda. @returns its id */
  report(description: string, ...operations: string[]): Promise<number>;
  /** Creates another worker of the project. @returns the e-mail */
  addWorker(name: string): Promise<string>;
  /** Creates a worker who is invited to the project. @returns the e-mail */
  inviteWorker(name: string): Promise<string>;
}

/** Anna's project with one object, in which Wanda works. */
export async function seedLobby(app: ApiClient): Promise<Lobby> {
  const [anna, wanda] = await Promise.all([app.account('Anna', 'client'), app.account('Wanda', 'worker')]);
  const { id: project } = await app.call(anna, 'POST', '/projects', { name: 'Tower' });
  const place = { name: 'Lobby', address: 'River Street 12' };
  const { id: object } = await app.call(anna, 'POST', `/projects/${project}/objects`, place);
  await join(app, anna, project, wanda);
  const inviteWorker = async (name: string): Promise<string> => {
    const worker = await app.account(name, 'worker');
    await invite(app, anna, project, worker);
    return worker;
  };
  return {
    ...{ anna, wanda, project, object, inviteWorker },
    async report(description, ...operations) {
      const { id } = await app.call(anna, 'POST', '/tickets', { category: 'other', description, object_id: object });
      await app.transition(wanda, id, ...operations);
      return id;
    },
    async addWorker(name) {
      const worker = await inviteWorker(name);
      await app.call(worker, 'POST', `/projects/${project}/invitation/accept`);
      return worker;
    },
  };
}

const invite = async (app: ApiClient, client: string, project: number, worker: string): Promise<void> =>
  app.call(client, 'POST', `/projects/${project}/workers`, { worker_id: await app.idOf(worker) });

async function join(app: ApiClient, client: string, project: number, worker: string): Promise<void> {
  await invite(app, client, project, worker);
  await app.call(worker, 'POST', `/projects/${project}/invitation/accept`);
}

export interface Town {
  client: string;
  worker: string;
  /** a client and a worker to whom nothing has happened yet */
  newClient: string;
  newWorker: string;
  /** acts for the client */
  deputy: string;
  /** the id of the client */
  clientId: string;
  /** a worker whose password somebody else chose */
  temporary: string;
  project: number;
  /** done, with photos, sent back once before */
  ticket: number;
  /** being worked on by the worker */
  begun: number;
  /** assigned, and handed back */
  handedBack: number;
  rule: number;
  /** a rule that follows the calendar */
  patternRule: number;
  /** with equipment, documents and announcements */
  object: number;
  equipment: number;
  /** with items of all kinds, copied to `ticket` and, half filled in, to `begun` */
  checklist: number;
}

const long = `Seit dem Wochenende tropft es im Treppenhaus zwischen dem dritten und vierten Obergeschoss aus der Decke, genau
über dem Geländer. Der Eimer läuft alle zwei Stunden über.\n\nDie Hausmeisterin hat den Absperrhahn im Keller bereits
halb geschlossen; bitte vor der Arbeit bei ihr klingeln (Erdgeschoss links, „Großmann-Überlinger“).`.replaceAll(
  /([^\n])\n(?!\n)/g,
  '$1 ',
);

const reports: [category: string, priority: string, floor: string, description: string][] = [
  ['plumbing', 'high', '3', long],
  ['electric', 'normal', '', 'Two of the six lamps in the entrance hall are dark'],
  ['elevator', 'high', '11', 'The left lift stops between floors and opens its doors only after a restart from the machine room'],
  ['climate', 'normal', 'Dachgeschoss', 'Die Lüftung im Besprechungsraum pfeift, sobald sie über Stufe 2 läuft'],
  ['other', 'low', '', 'Graffiti on the wall beside the bicycle stands'],
  ['plumbing', 'normal', '1', 'Toilettenspülung läuft ununterbrochen nach'],
  ['climate', 'high', '2', 'No heating in the whole wing since this morning, 14 °C'],
  ['electric', 'low', '', 'Steckdosenabdeckung lose'],
  ['other', 'normal', '0', 'Hauptschlüssel Nr. 4711 klemmt in der Brandschutztür zum Innenhof'],
];

const places: [name: string, address: string][] = [
  ['Verwaltungsgebäude Süd', 'Friedrich-Ebert-Straße 112–118, 14469 Potsdam'],
  ['Lobby', 'River Street 12'],
  ['Donaudampfschifffahrtsgesellschaftshaus', 'Handelskai 265, Stiege 14, 1020 Wien'],
  ['Parkhaus Ebene −2', 'Am Alten Güterbahnhof 3a, 79098 Freiburg im Breisgau'],
  ['Kindergarten „Löwenzahn“', 'Kirchweg 7, 83209 Prien'],
  ['Warehouse', 'Dock Road 1'],
];

const crew = ['Bartholomäus Freiherr von Hohenstein-Waldburg', 'Çağla Yıldız', 'Dagmar Öztürk', 'Emil Å', 'Friederike Schmidt'];

/** Two clients with much on their hands: long names, long words, many rows, every status. */
export async function seedTown(app: ApiClient): Promise<Town> {
  const [client, worker, newClient, newWorker, temporary, other, deputy, ...hands] = await Promise.all([
    app.account('Annegret Müller-Lüdenscheidt', 'client'),
    app.account('Wilhelmina Großmann-Überlinger', 'worker'),
    app.account('Nora', 'client'),
    app.account('Nils', 'worker'),
    app.account('Tilda', 'worker'),
    app.account('Boris & Söhne Grundstücksverwaltungsgesellschaft mbH', 'client'),
    app.account('Ottilie Vertretungsberechtigt-Hohenstein', 'client'),
    ...crew.map((name) => app.account(name, 'worker')),
  ]);
  await app.setMustChangePassword(temporary, true);
  const call = (method: string, path: string, body?: unknown) => app.call(client, method, path, body);
  const { id: project } = await call('POST', '/projects', { name: 'Liegenschaften der Stadtwerke Potsdam, Bauabschnitt II' });
  const objects: number[] = [];
  for (const [name, address] of places) {
    objects.push((await call('POST', `/projects/${project}/objects`, { name, address })).id);
  }
  await call('PATCH', `/objects/${objects[5]}`, { is_active: false });
  const others: number[] = [];
  for (const name of ['Tower', 'Gymnasium am Rosengarten', 'Reihenhäuser Lindenallee 4 bis 40 (gerade Nummern)']) {
    others.push((await call('POST', '/projects', { name })).id);
  }
  await call('PATCH', `/projects/${others[0]}`, { is_active: false });
  await people(app, { client, worker, other, hands, project });
  const report = async (index: number): Promise<number> => {
    const [category, priority, floor, description] = reports[index % reports.length] ?? [];
    const object_id = objects[index % 5];
    return (await call('POST', '/tickets', { category, priority, floor, description, object_id })).id;
  };
  const ids: number[] = [];
  for (let index = 0; index < 34; index++) ids.push(await report(index));
  const done = await work(app, client, [worker, ...hands.slice(0, 3)], ids);
  const rule = await rules(app, client, objects);
  const patternRule = await ruleWithPattern(app, client, { worker, object_id: objects[0] });
  await reportWithoutAccount(app, client, objects, worker);
  await age(app);
  await talk(app, client, worker, done);
  const checklist = await fillIn(app, client, worker, done);
  await plan(app, client, done);
  await setTargets(app, client, project);
  await addCosts(app, client, { project, ...done });
  await deputies(app, client, deputy, worker, hands);
  const clientId = await app.idOf(client);
  const [object = 0] = objects;
  const equipment = await describeObject(app, client, object, done.ticket);
  const described = { project, object, equipment };
  return {
    client,
    worker,
    newClient,
    newWorker,
    deputy,
    clientId,
    temporary,
    rule,
    patternRule,
    ...described,
    checklist,
    ...done,
  };
}

/** Equipment, documents of every validity, announcements and notes of an object. @returns equipment that tickets are about */
async function describeObject(app: ApiClient, client: string, object: number, ticket: number): Promise<number> {
  const call = (method: string, path: string, body?: unknown) => app.call(client, method, path, body);
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const place = `/ext/objects/${object}`;
  const { id } = await call('POST', `${place}/equipment`, {
    ...{
      name: 'Personenaufzug Treppenhaus B (Feuerwehraufzug)',
      kind: 'Aufzug',
      location: 'Schacht im Ostflügel, Ebene −2 bis 11',
    },
    ...{ manufacturer: 'Aufzugswerke Großmann & Söhne', model: 'Gen2-Comfort-1000', serial: 'LW-2017-0815-4711-0000-XXL' },
    ...{ installed_on: '2017-05-31', warranty_until: day(200), notes: long },
  });
  const { id: broken } = await call('POST', `${place}/equipment`, { name: 'Warmwasserzirkulationspumpe', is_active: false });
  await call('POST', `${place}/equipment`, { name: 'Rolltor', kind: 'Tor', warranty_until: day(-20) });
  await call('POST', `/ext/equipment/${id}/portal`);
  await call('PUT', `/ext/tickets/${ticket}/equipment`, { equipment_id: id });
  await call('PUT', `/ext/objects/${object}/notes`, { text: long });
  const papers = [
    ...[['Prüfbescheinigung nach Betriebssicherheitsverordnung', day(-3)] as const, ['Brandschau', day(0)] as const],
    ...[['Wartungsvertrag', day(12)] as const, ['Energieausweis', day(400)] as const, ['Grundriss', ''] as const],
  ];
  for (const [title, expires] of papers) await app.addDocument(client, place, pdfFile('papier.pdf'), title, expires);
  await app.addDocument(client, `/ext/equipment/${id}`, pdfFile('aufzug.pdf'), 'Zwischenprüfung', day(20));
  await app.addDocument(client, `/ext/equipment/${broken}`, photoFile('typenschild.png'), 'Typenschild');
  for (const [text, from, to] of [
    ['There is no water on Thursday from 8 to 12.', -1, 3],
    [long.slice(0, 480), 5, 6],
    ['The garage is closed.', -9, -8],
  ] as const)
    await call('POST', `${place}/announcements`, { text, from: at(from), to: at(to) });
  return id;
}

/** A deputy of the client, invitations of others, and a team of the worker. */
async function deputies(app: ApiClient, client: string, deputy: string, worker: string, hands: string[]): Promise<void> {
  await app.grant(client, deputy, 'write');
  const email = 'vertretung.der.hausverwaltung@wohnungsbaugenossenschaft-potsdam.example.com';
  await app.call(client, 'POST', '/ext/grants', { email, scope: 'read', notify: false });
  const [lead, ...members] = await Promise.all([worker, ...hands.slice(0, 3)].map((one) => app.idOf(one)));
  const name = 'Haustechnik und Aufzüge der Bezirke Potsdam-Mittelmark und Teltow-Fläming';
  await app.call(adminEmail, 'POST', '/ext/teams', { name, lead_id: lead, member_ids: members });
}

/** Portals of two objects, with reports that are open, dismissed and accepted, of which the worker has found one. */
async function reportWithoutAccount(app: ApiClient, client: string, objects: number[], worker: string): Promise<void> {
  for (const object of objects.slice(0, 2)) await app.call(client, 'POST', `/ext/objects/${object}/portal`);
  const texts = [long, 'The front door does not close', 'Licht im Keller flackert', 'Everything works'];
  const rows = await app.query(
    `insert into portal_reports (id, object_id, text, category, floor, contact, created_at)
     select gen_random_uuid(), $1, text, 'plumbing', 'Hinterhaus, 3. Obergeschoss links', 'Bartholomäus von Hohenstein, 030 5550100', now()
     from unnest($2::text[]) as text returning id`,
    [objects[0], texts],
  );
  const [, found, accepted, dismissed] = rows.map(({ id }) => id);
  await app.query(
    'update portal_reports set reported_by = u.id, reported_by_name = u.name from users as u where u.email = $1 and portal_reports.id = $2',
    [worker, found],
  );
  await app.call(client, 'POST', `/ext/reports/${accepted}/accept`, { category: 'electric', priority: 'high' });
  await app.call(client, 'POST', `/ext/reports/${dismissed}/dismiss`, { reason: 'Das wurde gestern schon repariert' });
}

interface Cast {
  client: string;
  worker: string;
  other: string;
  hands: string[];
  project: number;
}

/** Members, one who was only invited and one who declined; invitations from somebody else; accounts in every state. */
async function people(app: ApiClient, { client, worker, other, hands, project }: Cast): Promise<void> {
  for (const member of [worker, ...hands.slice(0, 3)]) await join(app, client, project, member);
  for (const asked of hands.slice(3)) await invite(app, client, project, asked);
  await app.call(hands[4] ?? '', 'POST', `/projects/${project}/invitation/decline`);
  for (const asked of hands.slice(3)) await app.setMustChangePassword(asked, true);
  for (const name of ['Shopping Centre', 'Wohnanlage „Am Schloßpark“ mit Tiefgarage und Nebengebäuden']) {
    const { id } = await app.call(other, 'POST', '/projects', { name });
    await invite(app, other, id, worker);
  }
  await app.account('Gülsüm Unbestätigt', 'worker', client);
  const gone = await app.account('Heinz Gesperrt', 'worker');
  await app.call(adminEmail, 'PATCH', `/users/${await app.idOf(gone)}`, { is_active: false });
}

const reason = 'Es tropft immer noch, nur jetzt zwei Stufen tiefer. Bitte auch die Dichtung am Fallrohr prüfen.';

/** Takes tickets through their life, so that each status has some. */
async function work(
  app: ApiClient,
  client: string,
  workers: string[],
  ids: number[],
): Promise<Pick<Town, 'ticket' | 'begun' | 'handedBack'>> {
  const step = (who: string, id: number, op: string, body?: unknown) => app.call(who, 'PATCH', `/tickets/${id}/${op}`, body);
  const rounds = ['done', 'begun', 'assigned', 'closed', 'rejected', 'free', 'canceled', 'done'];
  const found = { ticket: 0, begun: 0, handedBack: 0 };
  for (const [index, id] of ids.entries()) {
    const round = rounds[index % rounds.length] ?? '';
    const who = workers[Math.floor(index / 2) % workers.length] ?? '';
    if (round === 'free') continue;
    if (round === 'canceled') {
      await step(client, id, 'cancel', { reason: 'Hat sich von selbst erledigt' });
      continue;
    }
    await step(who, id, 'take');
    if (round === 'assigned') {
      if (found.handedBack === 0) await app.call(who, 'POST', `/ext/tickets/${id}/hand-back`, { reason });
      found.handedBack ||= id;
      continue;
    }
    await step(who, id, 'start');
    if (index < 2)
      for (const name of ['vorher.png', 'nachher-mit-neuer-dichtung.png', 'x.png']) await app.addPhoto(who, id, photoFile(name));
    if (round === 'begun') {
      found.begun ||= id;
      continue;
    }
    await step(who, id, 'done');
    if (round === 'closed') await step(client, id, 'confirm');
    if (round === 'rejected' || index === 0) await step(client, id, 'reject', { reason });
    if (index > 0) continue;
    await step(who, id, 'start');
    await step(who, id, 'done');
    found.ticket = id;
  }
  return found;
}

/** A checklist with items of all kinds. @returns its id */
async function fillIn(
  app: ApiClient,
  client: string,
  worker: string,
  { ticket, begun }: Pick<Town, 'ticket' | 'begun'>,
): Promise<number> {
  const items = [
    { label: 'Brandschutztüren zum Innenhof schließen ohne Hilfe und rasten vollständig ein', kind: 'check', required: true },
    { label: 'Emergency lights work', kind: 'check', required: true },
    { label: 'Druck der Heizungsanlage im Technikraum', kind: 'number', required: true, unit: 'bar', min: 1.25, max: 2.5 },
    { label: 'Zustand', kind: 'choice', required: false, choices: ['gut', 'abgenutzt', 'muss sofort erneuert werden', 'fehlt'] },
    { label: 'Donaudampfschifffahrtsgesellschaftskapitänskajütentürschloss', kind: 'text', required: false },
    { label: 'Bild des Heizungskellers', kind: 'photo', required: true },
    { label: 'Aufzug hält bündig', kind: 'check', required: true },
    { label: 'Fluchtwege sind frei', kind: 'check', required: true },
    { label: 'Kellerlicht', kind: 'check', required: false },
  ];
  const list = await app.call(client, 'POST', '/ext/checklists', {
    name: 'Monatlicher Rundgang durch alle Liegenschaften',
    items,
  });
  for (const id of [ticket, begun]) await app.call(client, 'PUT', `/ext/tickets/${id}/checklist`, { checklist_id: list.id });
  const values = [false, true, 3.1, 'muss sofort erneuert werden', long.slice(0, 200)];
  const answers = Object.fromEntries(values.map((value, index) => [list.items[index].id, value]));
  await app.call(worker, 'PATCH', `/ext/tickets/${begun}/checklist`, { answers });
  return list.id;
}

/** Comments and pictures of the report, and a worker who is away. */
async function talk(
  app: ApiClient,
  client: string,
  worker: string,
  { ticket, begun, handedBack }: Pick<Town, 'ticket' | 'begun' | 'handedBack'>,
): Promise<void> {
  for (const id of [ticket, begun, handedBack]) {
    await app.addAttachment(client, id, photoFile('tropfende-decke.png'));
    await app.call(client, 'POST', `/ext/tickets/${id}/comments`, { text: long });
  }
  const answer = { text: 'https://example.com/ersatzteile/absperrhaehne-mit-sehr-langem-namen-und-ohne-leerzeichen-dn25' };
  await app.call(worker, 'POST', `/ext/tickets/${begun}/comments`, answer);
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const note = 'Elternzeit, erreichbar nur in Notfällen über die Zentrale';
  await app.call(worker, 'PUT', `/ext/users/${await app.idOf(worker)}/absences`, [{ from: day(-1), to: day(40), note }]);
}

/** Appointments of which two overlap, and a request on hold. */
async function plan(app: ApiClient, client: string, { begun, handedBack }: Pick<Town, 'begun' | 'handedBack'>): Promise<void> {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const note = 'Bitte bei Großmann-Überlinger im Erdgeschoss links klingeln, die Klingel am Tor ist abgestellt';
  for (const id of [begun, handedBack]) {
    await app.call(client, 'PUT', `/ext/tickets/${id}/appointment`, { from: at(1), to: at(3), note });
  }
  await app.call(client, 'PUT', `/ext/tickets/${handedBack}/hold`, { reason: 'quote', note: reason, until: at(900) });
}

/** Costs above the limit, lines that were changed, and quotes that are open and answered. */
async function addCosts(
  app: ApiClient,
  client: string,
  { project, ticket, begun }: Pick<Town, 'project' | 'ticket' | 'begun'>,
): Promise<void> {
  const text = 'Absperrhahn mit Rückflussverhinderer, Messing, einschließlich Dichtungssatz und Entsorgung des alten';
  const labour = { kind: 'labour', text: 'Installateurmeisterin mit Gehilfe', quantity: '12.75', unit: 'h', unit_price: 8_950 };
  const lines = [labour, { kind: 'material', text, quantity: '1234.5', unit: 'laufende Meter', unit_price: 1_234_567 }];
  await app.call(client, 'PUT', `/ext/projects/${project}/costs`, { currency: 'EUR', approval_limit: 50_000 });
  for (const id of [ticket, begun]) {
    const { id: cost } = await app.call(adminEmail, 'POST', `/ext/tickets/${id}/costs`, { ...labour, unit_price: 1 });
    await app.call(adminEmail, 'PATCH', `/ext/costs/${cost}`, labour);
    for (const line of lines) await app.call(adminEmail, 'POST', `/ext/tickets/${id}/costs`, line);
    const quote = { lines, note: reason, valid_until: '2126-03-31' };
    const { id: former } = await app.call(adminEmail, 'POST', `/ext/tickets/${id}/quotes`, quote);
    await app.call(client, 'POST', `/ext/quotes/${former}/decline`, { reason });
    await app.call(adminEmail, 'POST', `/ext/tickets/${id}/quotes`, quote);
  }
}

/** Most of what was reported is late. */
async function setTargets(app: ApiClient, client: string, project: number): Promise<void> {
  const minutes = { low: 10_080, normal: 1_440, high: 60 };
  const targets = { timezone: 'Europe/Berlin', take_within_minutes: minutes, finish_within_minutes: { ...minutes, low: 40_320 } };
  await app.call(client, 'PUT', `/ext/projects/${project}/targets`, targets);
}

/** @returns the one that has run */
async function rules(app: ApiClient, client: string, objects: number[]): Promise<number> {
  const ids: number[] = [];
  for (const [index, period_days] of [7, 1, 90, 14].entries()) {
    const [category, priority, floor, description] = reports[index] ?? [];
    const template = { category, priority, floor, description, object_id: objects[index] };
    const rule = await app.call(client, 'POST', '/recurring', { ...template, anchor_at: '2030-01-01T08:00:00Z', period_days });
    ids.push(rule.id);
  }
  await app.call(client, 'PATCH', `/recurring/${ids[3]}`, { is_active: false });
  await app.call(client, 'POST', `/recurring/${ids[0]}/run`);
  return ids[0] ?? 0;
}

/** With all that a pattern can have, before its first run: a new request would cover the head of a list while it is audited. */
async function ruleWithPattern(
  app: ApiClient,
  client: string,
  { worker, object_id }: { worker: string; object_id: number | undefined },
): Promise<number> {
  const [category, priority, floor, description] = reports[6] ?? [];
  const grid = { anchor_at: '2030-01-01T08:00:00Z', period_days: 30 };
  const pattern = {
    ...{
      rrule: 'FREQ=MONTHLY;BYMONTHDAY=15,31,-1;COUNT=99',
      starts_on: '2030-01-31',
      time: '02:30',
      timezone: 'America/Argentina/ComodRivadavia',
    },
    ...{ lead_days: 2, worker_id: await app.idOf(worker) },
  };
  return (
    await app.call(client, 'POST', '/ext/recurring', { category, priority, floor, description, object_id, ...grid, pattern })
  ).id;
}

/** What was just made looks as if it had grown over some weeks; the API gives no way to say so. */
async function age(app: ApiClient): Promise<void> {
  const back = (id: string) => `- (((${id} * 37) % 500 + 3) * interval '1 hour')`;
  const stamps = ['created_at', 'assigned_at', 'started_at', 'done_at', 'rejected_at', 'confirmed_at', 'closed_at'];
  await app.query(`update tickets set ${stamps.map((stamp) => `${stamp} = ${stamp} ${back('id')}`).join(', ')}`);
  await app.query(`update ticket_events set created_at = created_at ${back('ticket_id')}`);
  await app.query(`update ticket_events as e set chain_hash = c.hash from (
    select id, journal_chain(journal_entry_bytes(ticket_id, id, action, from_status, to_status, actor_name, comment, created_at,
      photo_id, photo_sha256)) over (partition by ticket_id order by id) as hash from ticket_events) as c where c.id = e.id`);
  await app.query(`update ticket_chains as c set since = (select min(created_at) from ticket_events where ticket_id = c.ticket_id),
    head = (select chain_hash from ticket_events where ticket_id = c.ticket_id order by id desc limit 1)`);
}
