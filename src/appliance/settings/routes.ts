import { Type } from 'typebox';
import { withBranding } from '../../outbound/mail/branding.ts';
import { testMail } from '../../outbound/mail/templates.ts';
import { attemptMail } from '../../outbound/mail/transport.ts';
import { etagOf, matchesEtag } from '../../platform/http/entity-tag.ts';
import { notFound } from '../../platform/http/errors.ts';
import { notModified, responses } from '../../platform/http/openapi.ts';
import { configuredBaseUrl } from '../../platform/http/public-url.ts';
import { openedTestLinksPerNetwork, settingChanges, settingTests } from '../../platform/http/rate-limits.ts';
import { OkAnswer, ok } from '../../platform/http/schemas.ts';
import type { TypedFastify } from '../../platform/http/typed-fastify.ts';
import { days } from '../../platform/lib/duration.ts';
import { memoize } from '../../platform/lib/memoize.ts';
import type { RouteDeps } from '../../platform/module/module.ts';
import { createUploadReceiver } from '../../product/files/photos/upload-receiver.ts';
import { getProfile } from '../../product/identity/users/queries.ts';
import { languageOf } from '../../product/reporting/job-sheet/queries.ts';
import { changeSettings, readLogo, removeLogo, setLogo } from './actions.ts';
import { getInstallation, getSettings } from './queries.ts';
import {
  ChangeSettings,
  Installation,
  LogoForm,
  LogoQuery,
  MailTest,
  OpenedLink,
  Settings,
  TestLink,
  TestMail,
  UrlTest,
} from './schemas.ts';
import { applyStoredSettings } from './stored.ts';
import { issueTestLink, recordOpened } from './test-link.ts';
import { installationPath, testUrl } from './test-url.ts';

const roles = ['admin'] as const;
const yearInSeconds = days(365) / 1_000;

export async function settingRoutes(app: TypedFastify, deps: RouteDeps): Promise<void> {
  const { db, clock, config } = deps;
  const receiveFile = await createUploadReceiver(app, config);
  const installationId = memoize(async () => (await getInstallation(db.read)).id, Number.POSITIVE_INFINITY);

  app.get(
    '/ext/settings',
    {
      config: { roles },
      schema: {
        summary: 'Get the settings of the installation',
        description: 'What is in effect, and where it comes from. Secrets are not shown.',
        response: responses(200, Settings, 401, 403),
      },
    },
    () => getSettings(db.read, config),
  );

  app.put(
    '/ext/settings',
    {
      config: { roles, accountRateLimit: settingChanges },
      schema: {
        summary: 'Change settings of the installation',
        description:
          'Changes those that are sent; null removes what is stored. A change holds on all instances within 10 seconds. Another `smtp.host` removes the stored password. Secrets need DATA_ENCRYPTION_KEY.',
        body: ChangeSettings,
        response: responses(200, Settings, 400, 401, 403, 409, 429),
      },
    },
    async ({ actor, body }) => {
      await db.transaction((tx) => changeSettings(tx, config, actor, body, clock()));
      return answerApplied();
    },
  );

  app.put(
    '/ext/settings/logo',
    {
      config: { roles, multipart: LogoForm, accountRateLimit: settingChanges },
      schema: {
        summary: 'Set the logo of the installation',
        description:
          'A jpeg, png or webp file of at most 2,000,000 bytes in the field `file`. It becomes a PNG of at most 480 by 160 pixels without metadata.',
        consumes: ['multipart/form-data'],
        response: responses(200, Settings, 400, 401, 403, 429),
      },
    },
    async (request) => {
      const picture = await receiveFile(request, readLogo);
      await db.transaction((tx) => setLogo(tx, request.actor, picture, clock()));
      return answerApplied();
    },
  );

  app.delete(
    '/ext/settings/logo',
    {
      config: { roles },
      schema: {
        summary: 'Remove the logo of the installation',
        response: responses(200, OkAnswer, 401, 403, 404),
      },
    },
    async ({ actor }) => {
      await db.transaction((tx) => removeLogo(tx, actor, clock()));
      await applyStoredSettings(deps);
      return { ok: true };
    },
  );

  const picture = { description: 'A PNG file.', content: { 'image/png': { schema: Type.String({ format: 'binary' }) } } };
  const pictureResponses: object = { ...responses(200, Type.Unknown(), 400, 404), 200: picture, 304: notModified };
  app.get(
    '/ext/settings/logo',
    {
      config: { public: true, unlimited: 'a file from memory' },
      schema: {
        summary: 'Read the logo of the installation',
        description: '`GET /ext/about` has its path.',
        querystring: LogoQuery,
        response: pictureResponses,
      },
    },
    async (request, reply) => {
      const { logo } = config.branding;
      if (!logo) throw notFound('logo');
      const etag = etagOf(logo.content);
      // An instance that does not have a new logo yet must not have its old one kept at the address of the new one.
      const isCurrent = request.query.v === logo.version;
      reply.headers({ etag, 'cache-control': isCurrent ? `public, max-age=${yearInSeconds}` : 'no-cache' });
      if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
      return reply.type('image/png').send(logo.content);
    },
  );

  app.post(
    '/ext/settings/test-mail',
    {
      config: { roles, accountRateLimit: settingTests },
      schema: {
        summary: 'Send a test mail',
        description:
          'With the settings in effect. Returns when the mail server has accepted the mail, or with the reason why not.',
        body: TestMail,
        response: responses(200, MailTest, 400, 401, 403, 429),
      },
    },
    async (request) => {
      const { smtp, branding } = config;
      if (!smtp) return { ok: false, reason: 'not_configured' as const, detail: '' };
      const { id } = request.actor;
      const [{ name }, language] = await Promise.all([getProfile(db.read, id), languageOf(db.read, id)]);
      const mail = testMail({ name, language }, `${configuredBaseUrl(config)}/app/`);
      request.releaseAccountSlot(); // the mail server may take seconds
      return attemptMail(smtp, request.body.to, withBranding(mail, branding));
    },
  );

  app.post(
    '/ext/settings/test-url',
    {
      config: { roles, accountRateLimit: settingTests },
      schema: {
        summary: 'Test the public address',
        description:
          'Asks the address in effect, from the machine of the service and without a proxy, whether it leads back to this installation.',
        response: responses(200, UrlTest, 401, 403, 429),
      },
    },
    async (request) => {
      const id = await installationId();
      await request.accountCheck; // an account that may not be used makes the service call nothing
      request.releaseAccountSlot(); // the answer may take seconds
      return testUrl(config.publicUrl, id);
    },
  );

  app.get(
    '/ext/settings/test-link',
    {
      config: { roles },
      schema: {
        summary: 'Get a link that tests the public address on another device',
        description:
          'When the page of the link is opened, `opened_at` of `public_url` in `GET /ext/settings` changes. It ends with the lifetime of links to photos, and when the address changes.',
        response: responses(200, TestLink, 401, 403),
      },
    },
    () => issueTestLink(deps),
  );

  app.post(
    `${installationPath}/opened`,
    {
      config: { public: true, rateLimit: openedTestLinksPerNetwork },
      schema: {
        summary: 'Report that the link which tests the public address was opened',
        body: OpenedLink,
        response: responses(200, OkAnswer, 400, 403, 429),
      },
    },
    ({ body }) => ok(recordOpened(deps, body)),
  );

  app.get(
    installationPath,
    {
      config: { public: true, unlimited: 'an answer from memory' },
      schema: {
        summary: 'Get the id of the installation',
        description: 'An installation recognizes itself by it when it tests its public address.',
        response: responses(200, Installation),
      },
    },
    async () => ({ id: await installationId() }),
  );

  /** The others hear of it from the database. */
  async function answerApplied(): Promise<Settings> {
    await applyStoredSettings(deps);
    return getSettings(db.read, config);
  }
}
