import type { QueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../api/queries.ts';
import type { Branding } from '../../contract/schemas.ts';
import { brand } from '../../lib/brand.ts';
import { safeLocalStorage } from '../../lib/storage.ts';

const storageKey = 'callout.branding';
const sheet = new CSSStyleSheet();

/** Shows the name, the colour and the logo of the installation: those of the last visit at once, and those of now. */
export async function loadBranding(client: QueryClient): Promise<void> {
  show(storedBranding());
  const { branding } = await client.fetchQuery({ ...apiQuery('GET /ext/about'), staleTime: 0 });
  safeLocalStorage.setItem(storageKey, JSON.stringify(branding));
  show(branding);
}

function storedBranding(): Partial<Branding> {
  try {
    return JSON.parse(safeLocalStorage.getItem(storageKey) ?? '{}');
  } catch {
    return {};
  }
}

function show({ name, logo, color, color_on_dark: onDark }: Partial<Branding>): void {
  brand.set({ name: name ?? 'Callout', logo: logo ?? '/app/icon.svg' });
  sheet.replaceSync(color && onDark ? styles(color, onDark) : '');
  // A style element would break the content security policy.
  document.adoptedStyleSheets = [sheet];
}

/** In place of the accents of design-tokens.css. Paper keeps its own; browsers without light-dark() have the light colors only. */
const styles = (color: string, onDark: string): string => `@media screen {
  :root {
    --accent: ${color};
    --accent-hover: color-mix(in srgb, ${color} 88%, #000);
    --on-accent: #fff;
    --accent-soft: color-mix(in srgb, ${color} 12%, #fff);
    --accent-text: ${color};
  }
  @supports (color: light-dark(#fff, #000)) {
    :root[data-mantine-color-scheme="dark"] {
      --accent: ${onDark};
      --accent-hover: color-mix(in srgb, ${onDark} 85%, #fff);
      --on-accent: #0d1210;
      --accent-soft: color-mix(in srgb, ${onDark} 20%, #131514);
      --accent-text: ${onDark};
    }
  }
}`;
