import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Branding, Logo } from '../../platform/config/branding.ts';
import { productColor } from '../../platform/config/branding.ts';
import { etagOf, matchesEtag } from '../../platform/http/entity-tag.ts';
import { addVary } from '../../platform/http/error-response.ts';
import { days } from '../../platform/lib/duration.ts';
import type { Language } from '../../platform/lib/languages.ts';
import { makeAppIcon } from '../../product/files/thumbs/make-thumb.ts';
import { pageLanguage } from '../../product/intake/portal/page/languages.ts';
import { distFolder } from './routes.ts';

const hidden = { schema: { hide: true } };
const yearInSeconds = days(365) / 1_000;

/** The icons of the product, and how much of their width a logo takes: of a maskable one the system cuts the edges off. */
const icons = {
  'icon-192.png': { side: 192, share: 0.86 },
  'icon-512.png': { side: 512, share: 0.86 },
  'icon-maskable-512.png': { side: 512, share: 0.6 },
};
type IconName = keyof typeof icons;

interface Texts {
  description: string;
  /** of the shortcuts, in the order of web/public/manifest.webmanifest */
  shortcuts: readonly string[];
}

const texts: Record<Language, Texts> = {
  en: {
    description: 'Maintenance requests from report to confirmation.',
    shortcuts: ['New request', 'Requests', 'Notifications'],
  },
  de: {
    description: 'Aufträge der Instandhaltung von der Meldung bis zur Bestätigung.',
    shortcuts: ['Neuer Auftrag', 'Aufträge', 'Mitteilungen'],
  },
  pl: {
    description: 'Zgłoszenia napraw od zgłoszenia do potwierdzenia.',
    shortcuts: ['Nowe zgłoszenie', 'Zgłoszenia', 'Powiadomienia'],
  },
};

/**
 * Serves what a device shows of the installed console: the manifest and the icons, with name, colour and logo of the installation.
 * @param config its branding may change
 */
export async function installedAppRoutes(app: FastifyInstance, config: { branding: Branding }, root = distFolder): Promise<void> {
  const file = join(root, 'manifest.webmanifest');
  if (!existsSync(file)) return;
  const built: Manifest = JSON.parse(readFileSync(file, 'utf8'));

  app.get('/app/manifest.webmanifest', hidden, (request, reply) => {
    const language = pageLanguage(undefined, request.headers['accept-language']);
    addVary(reply, 'Accept-Language');
    const content = JSON.stringify(manifestOf(built, config.branding, texts[language]));
    return answer(request, reply.type('application/manifest+json; charset=utf-8'), content, 'no-cache');
  });
  for (const name of Object.keys(icons) as IconName[]) {
    const ofProduct = readFileSync(join(root, name));
    app.get<{ Querystring: { v?: string } }>(`/app/${name}`, hidden, async (request, reply) => {
      const { logo } = config.branding;
      const drawn = logo && (await iconOf(logo, name));
      const content = drawn ?? ofProduct;
      // An instance that does not have a new logo yet must not have its old one kept at the address of the new one.
      const isCurrent = drawn !== undefined && request.query.v === logo?.version;
      return answer(
        request,
        reply.type('image/png'),
        content,
        isCurrent ? `public, max-age=${yearInSeconds}, immutable` : 'no-cache',
      );
    });
  }
  // Without the service worker, which takes what is shared, its page says that there is nothing. The body is not read.
  app.post('/app/share', { ...hidden, onRequest: async (_request, reply) => reply.redirect('/app/share', 303) }, () => undefined);
}

interface Manifest {
  icons: { src: string }[];
  shortcuts: { name: string }[];
}

function manifestOf(built: Manifest, { name, color, logo }: Branding, { description, shortcuts }: Texts): object {
  const ownIcons = built.icons.filter(({ src }) => src.endsWith('.png'));
  return {
    ...built,
    ...{ name, short_name: name, description, theme_color: color ?? productColor },
    // With another address for another logo, so that devices notice it.
    ...(logo && { icons: ownIcons.map((icon) => ({ ...icon, src: `${icon.src}?v=${logo.version}` })) }),
    shortcuts: built.shortcuts.map((shortcut, position) => ({ ...shortcut, name: shortcuts[position] ?? shortcut.name })),
  };
}

/** The icons of the logo that is in use. */
let made: { version: string; icons: Map<IconName, Promise<Buffer | undefined>> } | undefined;

/** @returns undefined when it cannot be made; the next request tries again */
function iconOf({ version, content }: Logo, name: IconName): Promise<Buffer | undefined> {
  if (made?.version !== version) made = { version, icons: new Map() };
  const { icons: current } = made;
  const known = current.get(name);
  if (known) return known;
  const icon = makeAppIcon(content, icons[name]).catch(() => {
    current.delete(name);
    return undefined;
  });
  current.set(name, icon);
  return icon;
}

function answer(request: FastifyRequest, reply: FastifyReply, content: string | Buffer, cacheControl: string): FastifyReply {
  const etag = etagOf(content);
  reply.headers({ etag, 'cache-control': cacheControl });
  return matchesEtag(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(content);
}
