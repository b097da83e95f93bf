import type { Page } from '@playwright/test';
import { appearancesOf, auditPage, loaded, takesPictures } from '../audit.ts';
import { adminEmail, ownAddress, password } from '../console-service.ts';
import { expect, test } from '../fixtures.ts';
import { deliveriesOfEveryReason, setReadyChannels } from '../notification-helpers.ts';
import { desktop, enterCredentials, login, visit } from '../page-helpers.ts';
import type { Town } from '../seed.ts';
import { deliveriesPath, showDeliveries, showWebhooks } from '../webhook-helpers.ts';

// Every page of every role, full of data and empty, is accessible and fits in all widths and color schemes, with the
// longest texts of all languages: what fits with them fits in each. Pictures of the pages are in English.

interface Visit {
  name: string;
  path: string;
  /** what is done on it first */
  act?: (page: Page) => Promise<void>;
}

const press =
  (selector: string) =>
  async (page: Page): Promise<void> => {
    await loaded(page);
    await page.locator(selector).first().click();
    await page.getByRole('dialog').waitFor();
  };

/** Shows the fields that can stay empty. */
const unfold = (page: Page): Promise<void> => page.locator('summary').first().click();

const openInvitation = async (page: Page): Promise<void> => {
  await press('section:has(#people) .section-head button')(page);
  await page.locator('.option-list button:enabled').first().click();
  await page.locator('dialog .definition-list').waitFor();
};

const acting = (page: Page): Promise<void> => page.locator('.acting-bar').waitFor();

/** The choice of the account that one acts for; on a phone its button is below the pages of the account. */
const openSwitch = press('.nav-button');

/** A form of the dialog of an account, by the place of its button. */
const openAccountForm =
  (number: number) =>
  async (page: Page): Promise<void> => {
    await press('.list-rows button')(page);
    await page.locator('dialog .definition-list').waitFor();
    await page.locator(`dialog .mantine-Group-root > .mantine-Button-root:nth-child(${number})`).click();
    await page.locator('dialog .mantine-Group-root > .mantine-Button-root:nth-child(5)').waitFor({ state: 'detached' });
  };

/** The fields of one absence. */
async function addAbsence(page: Page): Promise<void> {
  await page.locator('section:has(#absences) button:not([type=submit])').last().click();
  await page.locator('section:has(#absences) input[type=date]').first().waitFor();
}

async function typePassword(page: Page): Promise<void> {
  await page.locator('input[autocomplete=new-password]').first().fill('schmetterling1');
  await page.locator('.strength-meter[data-score]').waitFor();
}

async function setUpTwoFactor(page: Page): Promise<void> {
  await press('section:has(#two-factor) .mantine-Button-root')(page);
  await page.locator('dialog input').fill(password);
  await page.locator('dialog button[type=submit]').click();
  await page.locator('.qr').waitFor();
}

/** With all that it can show. */
async function setUpNotifications(page: Page): Promise<void> {
  await setReadyChannels(page, 'messenger', 'email', 'push');
  await page.route('**/ext/push/key', (route) => route.fulfill({ json: { key: '' } }));
  await page.reload();
  await page.locator('#push').waitFor();
  await page.locator('form select').selectOption('daily');
  await page.locator('form section:last-of-type input[role=switch]').check();
  await page.locator('input[type=time]').nth(2).waitFor();
}

/** Deliveries with every reason. */
async function sendEverything(page: Page): Promise<void> {
  await page.route('**/ext/notifications/deliveries*', (route) => route.fulfill({ json: deliveriesOfEveryReason() }));
  await page.reload();
  await page.locator('.list-rows li').first().waitFor();
}

async function offerNotifications(page: Page): Promise<void> {
  await setReadyChannels(page, 'messenger', 'email');
  await page.reload();
  await page.locator('#offer').waitFor();
}

async function askForCode(page: Page): Promise<void> {
  const refusal = { status: 401, headers: { 'error-code': 'one_time_code_required' }, json: { error: 'one-time code required' } };
  await page.route('**/auth/login', (route) => route.fulfill(refusal), { times: 1 });
  await enterCredentials(page, adminEmail);
  await page.locator('.one-time-code').waitFor();
}

/** The list of passkeys, and the form for another one. */
async function addPasskey(page: Page): Promise<void> {
  const [created_at, name] = ['2026-11-01T08:00:00.000Z', 'Wohnungsbaugenossenschaft '.repeat(3)];
  const items = [
    { id: '1', name, synced: true, created_at, last_used_at: created_at },
    { id: '2', name: 'Phone', synced: false, created_at, last_used_at: null },
  ];
  await page.route('**/ext/about', (route) => route.fulfill({ json: { mail: true, sign_in_provider: null, passkeys: true } }));
  await page.route('**/ext/passkeys*', (route) => route.fulfill({ json: { items, total: 2, limit: 20, offset: 0 } }));
  await page.reload();
  await press('section[aria-labelledby=passkeys] .section-head button')(page);
  await page.unroute('**/ext/about');
  await page.unroute('**/ext/passkeys*');
}

async function askForPasskey(page: Page): Promise<void> {
  const refusal = { status: 401, headers: { 'error-code': 'passkey_required' }, json: { error: 'passkey required' } };
  await page.route('**/auth/login', (route) => route.fulfill(refusal), { times: 1 });
  await page.route('**/ext/about', (route) => route.fulfill({ json: { mail: true, sign_in_provider: null, passkeys: true } }));
  await page.reload();
  await enterCredentials(page, adminEmail);
  await page.locator('input[type=email]').waitFor({ state: 'detached' });
  await page.locator('main button').nth(1).waitFor();
  await page.unroute('**/ext/about');
}

async function offerCompanySignIn(page: Page): Promise<void> {
  const provider = 'Wohnungsbaugenossenschaft';
  await page.route('**/ext/about', (route) =>
    route.fulfill({ json: { mail: true, sign_in_provider: provider, passkeys: true } }),
  );
  await page.reload();
  await page.locator('a[href^="/ext/oidc/start"]').waitFor();
  await page.unroute('**/ext/about');
}

/** Rows with errors in a wide and in a long column. */
async function importRows(page: Page): Promise<void> {
  const row = `${'Wohnungsbaugenossenschaft '.repeat(4)};Haus 1;${'Lange Straße 1, '.repeat(8)}`;
  const buffer = Buffer.from(`project;name;address\r\n${row}\r\n;;;zu viel\r\n`);
  await page.locator('input[type=file]').setInputFiles({ name: 'Gebäude.csv', mimeType: 'text/csv', buffer });
  await page.locator('.import-bar button').last().click();
  await page.locator('[aria-invalid=true]').first().waitFor();
}

/** Results, and the actions without words. */
async function search(page: Page): Promise<void> {
  await page.locator('.search-button').click();
  await page.getByRole('dialog').getByRole('searchbox').fill('lift');
  await page.getByRole('dialog').getByRole('link').first().waitFor();
}

/** The dialog of an export that is being prepared. */
async function exportList(page: Page): Promise<void> {
  await page.route('**/ext/tickets.csv?*', () => {}); // no answer
  await page.locator('.page-head .mantine-Button-root').click();
  await page.locator('.popover button').first().click();
  await page.locator('dialog[open]').waitFor();
}

async function openDelivery(page: Page): Promise<void> {
  await showDeliveries(page);
  await press('.list-rows button')(page);
}

/** The link of an invitation. */
async function inviteDeputy(page: Page): Promise<void> {
  await press('.page-head button')(page);
  await page.locator('dialog input[type=email]').fill('assistant@example.com');
  await page.locator('dialog button[type=submit]').click();
  await page.locator('.pass-on').waitFor();
}

/** A request for a client, with its building. */
async function chooseCaller(page: Page): Promise<void> {
  await page.locator('.option-list button').first().waitFor();
  await page.getByRole('searchbox').fill('Annegret');
  for (const text of ['Annegret', 'Verwaltungsgebäude'])
    await page.locator('.option-list button', { hasText: text }).first().click();
  await page.locator('input[type=tel]').waitFor();
}

/** What was changed is shown when somebody asks for it. */
async function showCostChanges(page: Page): Promise<void> {
  await page.locator('section[aria-labelledby=costs] button[aria-expanded]').click();
  await page.locator('.cost-changes li').first().waitFor();
}

/** A form of the costs of a ticket, by the place of its button. */
const openCostForm = (selector: string) => press(`section[aria-labelledby=costs] ${selector}`);

/** The checklists that a ticket can get. */
async function openChecklists(page: Page): Promise<void> {
  await press('.ticket-main > .checklist-add button')(page);
  await page.locator('dialog .option-list button').first().waitFor();
}

/** Months and a day of the week, with the number of dates. */
async function chooseWeekdayOfYear(page: Page): Promise<void> {
  await page.locator('select:has(option[value=YEARLY])').selectOption('YEARLY');
  await page.locator('select:has(option[value=weekday])').selectOption('weekday');
  await page.locator('select:has(option[value=count])').selectOption('count');
  await page.locator('.dates li').first().waitFor();
}

const clientPages = ({ ticket, project, rule, patternRule, begun, handedBack, checklist }: Town): Visit[] => [
  { name: 'home', path: '/' },
  { name: 'tickets', path: '/tickets' },
  { name: 'tickets-filtered', path: '/tickets?status=done&category=plumbing&date_from=2026-01-01' },
  { name: 'tickets-export', path: '/tickets', act: exportList },
  { name: 'search', path: '/tickets', act: search },
  { name: 'ticket', path: `/tickets/${ticket}` },
  { name: 'ticket-reject', path: `/tickets/${ticket}`, act: press('.step-buttons button:nth-of-type(2)') },
  { name: 'ticket-photo', path: `/tickets/${ticket}`, act: press('.gallery button') },
  { name: 'ticket-begun', path: `/tickets/${begun}` },
  { name: 'ticket-handed-back', path: `/tickets/${handedBack}` },
  { name: 'tickets-late', path: '/tickets?overdue=true&sort=due' },
  { name: 'ticket-reassign', path: `/tickets/${begun}`, act: press('.ticket-side > div > button') },
  { name: 'new-ticket', path: '/tickets/new' },
  { name: 'ticket-costs', path: `/tickets/${ticket}`, act: showCostChanges },
  { name: 'quote-decline', path: `/tickets/${begun}`, act: press('.reason-note button:nth-of-type(2)') },
  { name: 'projects', path: '/projects' },
  { name: 'project', path: `/projects/${project}` },
  { name: 'project-costs', path: `/projects/${project}`, act: press('section:has(#project-costs) button') },
  { name: 'project-invite', path: `/projects/${project}`, act: press('section:has(#people) .section-head button') },
  { name: 'project-deadlines', path: `/projects/${project}`, act: press('section:has(#deadlines) button') },
  {
    name: 'project-notes',
    path: `/projects/${project}`,
    act: press('section:has(#objects) .list-rows button:nth-of-type(2)'),
  },
  { name: 'project-invite-worker', path: `/projects/${project}`, act: openInvitation },
  {
    name: 'project-portal',
    path: `/projects/${project}`,
    act: async (page) => {
      await press('section:has(#objects) .list-rows li:last-child button:nth-of-type(3)')(page);
      await page.locator('dialog p').first().waitFor();
    },
  },
  {
    name: 'project-labels',
    path: `/projects/${project}`,
    act: async (page) => {
      await press('section:has(#objects) .section-head .mantine-Group-root > button:last-child')(page);
      await page.locator('dialog .option-list button').first().waitFor();
    },
  },
  { name: 'reports', path: '/reports' },
  { name: 'reports-dismissed', path: '/reports?status=dismissed' },
  { name: 'report-merge', path: '/reports', act: press('.reports > li:last-child button:nth-of-type(2)') },
  { name: 'rules', path: '/rules' },
  { name: 'calendar', path: '/rules/calendar' },
  { name: 'rule', path: `/rules/${rule}` },
  { name: 'rule-pattern', path: `/rules/${patternRule}` },
  { name: 'edit-rule', path: `/rules/${patternRule}`, act: press('.page-head .mantine-Button-root') },
  { name: 'new-rule', path: '/rules/new' },
  { name: 'new-rule-weekday', path: '/rules/new', act: chooseWeekdayOfYear },
  { name: 'workers', path: '/workers' },
  { name: 'import-file', path: '/import/objects' },
  { name: 'import', path: '/import/objects', act: importRows },
  { name: 'activity', path: '/activity' },
  { name: 'numbers', path: '/numbers' },
  { name: 'costs', path: '/costs' },
  { name: 'messenger', path: '/messenger' },
  { name: 'notifications', path: '/notifications' },
  { name: 'notification-settings', path: '/notifications/settings', act: setUpNotifications },
  { name: 'profile', path: '/profile' },
  { name: 'security', path: '/security', act: typePassword },
  { name: 'two-factor', path: '/security', act: setUpTwoFactor },
  { name: 'passkeys', path: '/security', act: addPasskey },
  { name: 'new-token', path: '/tokens', act: press('main .mantine-Button-root') },
  { name: 'webhooks', path: '/webhooks', act: showWebhooks },
  { name: 'new-webhook', path: '/webhooks', act: press('.page-head button') },
  { name: 'webhook-deliveries', path: deliveriesPath, act: showDeliveries },
  { name: 'webhook-delivery', path: deliveriesPath, act: openDelivery },
  { name: 'planner', path: '/planner' },
  { name: 'planner-job', path: '/planner?view=twoWeeks', act: press('.planner-unplanned button') },
  { name: 'ticket-hold', path: `/tickets/${begun}`, act: press('.ticket-side > div > button >> nth=1') },
  { name: 'ticket-appointment', path: `/tickets/${begun}`, act: press('section[aria-labelledby=appointment] button') },
  { name: 'snippets', path: '/snippets' },
  { name: 'new-snippet', path: '/snippets', act: press('.empty-state button') },
  { name: 'deputies', path: '/deputies' },
  { name: 'deputy-invited', path: '/deputies', act: inviteDeputy },
  { name: 'deputy-change', path: '/deputies', act: press('.list-rows button') },
  { name: 'accept-grant', path: '/accept-grant#token=abc' },
  { name: 'checklists', path: '/checklists' },
  { name: 'checklist', path: `/checklists/${checklist}` },
  { name: 'new-checklist', path: '/checklists/new' },
  { name: 'ticket-checklists', path: `/tickets/${handedBack}`, act: openChecklists },
  { name: 'nothing', path: '/nothing-here' },
];

const placePages = ({ project, object, equipment }: Town): Visit[] => [
  { name: 'buildings', path: '/buildings' },
  { name: 'buildings-of-project', path: `/buildings?project_id=${project}&sort=name` },
  { name: 'building', path: `/buildings/${object}` },
  { name: 'building-equipment', path: `/buildings/${object}`, act: press('section:has(#equipment) button') },
  { name: 'building-document', path: `/buildings/${object}`, act: press('section:has(#documents) button') },
  { name: 'building-announcement', path: `/buildings/${object}`, act: press('section:has(#announcements) button') },
  { name: 'equipment', path: `/equipment/${equipment}` },
  { name: 'documents', path: '/documents?within=all' },
  { name: 'new-ticket-equipment', path: `/tickets/new?object=${object}&equipment=${equipment}` },
  { name: 'import-equipment', path: '/import/equipment' },
];

const workerPages = ({ begun, equipment }: Town): Visit[] => [
  { name: 'mine', path: '/' },
  { name: 'today', path: '/today' },
  { name: 'free', path: '/free' },
  { name: 'done', path: '/done' },
  { name: 'invitations', path: '/invitations' },
  { name: 'ticket', path: `/tickets/${begun}` },
  { name: 'equipment', path: `/equipment/${equipment}` },
  { name: 'ticket-hold', path: `/tickets/${begun}`, act: press('.step-buttons > button:last-of-type') },
  { name: 'found', path: `/tickets/${begun}/found?text=Emergency%20light`, act: unfold },
  { name: 'add-costs', path: `/tickets/${begun}`, act: openCostForm('> .mantine-Group-root > button') },
  { name: 'ticket-finish', path: `/tickets/${begun}`, act: press('.step-buttons > button:first-of-type') },
  { name: 'ticket-signature', path: `/tickets/${begun}`, act: press('section[aria-labelledby=signatures] button') },
  { name: 'planner', path: '/planner' },
  { name: 'notifications', path: '/notifications' },
  { name: 'sent-messages', path: '/notifications/deliveries', act: sendEverything },
  { name: 'offer', path: '/', act: offerNotifications },
  { name: 'absences', path: '/profile', act: addAbsence },
  { name: 'teams', path: '/teams' },
  { name: 'switch', path: '/', act: openSwitch },
];

/** Of somebody who acts for the client. */
const deputyPages = ({ clientId, begun, ticket }: Town): Visit[] => [
  { name: 'switch', path: '/', act: openSwitch },
  { name: 'deputies', path: '/deputies' },
  { name: 'home', path: `/?act-for=${clientId}`, act: acting },
  { name: 'ticket', path: `/tickets/${ticket}`, act: acting },
  { name: 'begun', path: `/tickets/${begun}`, act: acting },
  { name: 'switch-back', path: '/tickets', act: openSwitch },
  { name: 'not-available', path: '/deputies', act: acting },
];

const adminPages = ({ ticket, project, rule, object, handedBack }: Town): Visit[] => [
  { name: 'board', path: '/' },
  { name: 'tickets', path: '/tickets' },
  { name: 'new-ticket', path: '/tickets/new', act: chooseCaller },
  { name: 'drawer', path: `/tickets?open=${ticket}` },
  { name: 'users', path: '/users?disabled=1' },
  { name: 'user', path: '/users', act: press('.list-rows button') },
  { name: 'user-profile', path: '/users', act: openAccountForm(1) },
  { name: 'user-absences', path: '/users', act: openAccountForm(5) },
  { name: 'user-handover', path: '/users', act: openAccountForm(6) },
  { name: 'new-user', path: '/users', act: press('.page-head button') },
  { name: 'projects', path: '/projects' },
  { name: 'project', path: `/projects/${project}` },
  { name: 'buildings', path: '/buildings' },
  { name: 'building', path: `/buildings/${object}` },
  { name: 'rules', path: '/rules' },
  { name: 'calendar', path: '/rules/calendar' },
  { name: 'rule', path: `/rules/${rule}` },
  { name: 'notifications', path: '/notifications' },
  { name: 'sent-messages', path: '/notifications/deliveries', act: press('.main button') },
  { name: 'reports', path: '/reports' },
  { name: 'numbers', path: '/numbers' },
  { name: 'costs', path: '/costs' },
  { name: 'ticket-costs', path: `/tickets/${ticket}`, act: showCostChanges },
  { name: 'edit-costs', path: `/tickets/${ticket}`, act: openCostForm('.list-rows button') },
  { name: 'send-quote', path: `/tickets/${handedBack}`, act: openCostForm('> div:last-child > button') },
  { name: 'planner', path: '/planner?view=twoWeeks' },
  { name: 'settings', path: '/settings/installation' },
  { name: 'health', path: '/health' },
  { name: 'incoming-mail', path: '/incoming-mail' },
  { name: 'activity', path: '/activity' },
  { name: 'activity-days', path: '/activity?from=2026-01-01&to=2026-01-02' },
  { name: 'audit', path: '/audit', act: (page) => page.locator('.audit-events summary').first().click() },
  { name: 'teams', path: '/teams' },
  { name: 'team', path: '/teams', act: press('.list-rows button') },
  { name: 'checklists', path: '/checklists' },
  { name: 'new-checklist', path: '/checklists/new' },
  { name: 'audit-empty', path: '/audit?event=backup_restored&from=2026-01-01' },
];

const plain = (paths: string[]): Visit[] =>
  paths.map((path) => ({ name: /\w[\w/-]*/.exec(path)?.[0].replace('/', '-') ?? 'home', path }));

interface Group {
  name: string;
  email?: (town: Town) => string;
  visits: (town: Town) => Visit[];
}

const part = (visits: (town: Town) => Visit[], from: number, to?: number) => (town: Town) => visits(town).slice(from, to);
const client = (town: Town): string => town.client;

const groups: Group[] = [
  { name: 'client', email: client, visits: part(clientPages, 0, 13) },
  { name: 'client, projects and rules', email: client, visits: part(clientPages, 13, 40) },
  { name: 'client, settings and plans', email: client, visits: part(clientPages, 40) },
  { name: 'client, buildings', email: client, visits: placePages },
  { name: 'admin', email: () => adminEmail, visits: part(adminPages, 0, 9) },
  { name: 'admin, projects and system', email: () => adminEmail, visits: part(adminPages, 9) },
  { name: 'worker', email: ({ worker }) => worker, visits: workerPages },
  { name: 'deputy', email: ({ deputy }) => deputy, visits: deputyPages },
  {
    name: 'new-client',
    email: ({ newClient }) => newClient,
    visits: () =>
      plain([
        '/',
        '/tickets',
        '/tickets/new',
        '/projects',
        '/buildings',
        '/documents',
        '/reports',
        '/rules',
        '/workers',
        '/numbers',
      ]),
  },
  {
    name: 'new-worker',
    email: ({ newWorker }) => newWorker,
    visits: () => plain(['/', '/today', '/free', '/done', '/invitations']),
  },
  {
    name: 'visitor',
    visits: ({ temporary }) => [
      ...plain(['/login', '/forgot-password', '/reset-password#token=abc', '/company-sign-in?error=unavailable']),
      { name: 'accept-grant', path: '/accept-grant#token=abc' },
      { name: 'accept-grant-incomplete', path: '/accept-grant' },
      { name: 'login-company', path: '/login', act: offerCompanySignIn },
      { name: 'one-time-code', path: '/login', act: askForCode },
      { name: 'passkey', path: '/login', act: askForPasskey },
      {
        name: 'own-password',
        path: '/login',
        async act(page) {
          await enterCredentials(page, temporary);
          await typePassword(page);
        },
      },
    ],
  },
];

/** Without this a page that is visited twice would keep what was opened on it. */
async function leave(page: Page): Promise<void> {
  await visit(page, '/nothing-here');
  // The dialogs of the frame around all pages stay open. In a search field the first Escape removes the words.
  const dialogs = page.locator('dialog');
  const close = async (): Promise<number> => {
    if ((await dialogs.count()) > 0) await page.keyboard.press('Escape');
    return dialogs.count();
  };
  await expect.poll(close, { intervals: [50] }).toBe(0);
}

for (const { name, email, visits } of groups) {
  test(`pages with the longest texts fit and are accessible: ${name}`, async ({ app, town }) => {
    test.setTimeout(600_000);
    const page = await app.newPage(desktop);
    if (!takesPictures) await page.addInitScript(() => localStorage.setItem('callout.language', 'long'));
    await page.goto(`${app.url}/app/`);
    await page.locator(takesPictures ? 'html[lang=en]' : 'html[lang=de]').waitFor();
    if (email) await login(page, email(town));
    let wasActedOn = false;
    for (const [index, { name: pageName, path, act }] of visits(town).entries()) {
      await page.setExtraHTTPHeaders(ownAddress()); // a reload renews the session, which is limited by address
      if (wasActedOn) await leave(page);
      await visit(page, path);
      await act?.(page);
      wasActedOn = act !== undefined;
      expect.soft(await auditPage(page, `${name}-${pageName}`, appearancesOf(index)), path).toEqual([]);
    }
  });
}
