import { type Branding, logoPath, productName } from '../../../../platform/config/branding.ts';
import { lightestDarkBackground, readableOnDark } from '../../../../platform/lib/color.ts';
import { type Html, html } from './html.ts';

/** The path of brandStyles(), which differs by colour. */
export const brandStylesPath = '/r/brand.css';

/** The colour of the installation in place of that of portal.css. */
export function brandStyles(color: string): string {
  const onDark = readableOnDark(color, lightestDarkBackground);
  return `:root{--accent:${color};--on-accent:#fff;--soft:color-mix(in srgb,${color} 12%,#fff)}
@media (prefers-color-scheme:dark){:root{--accent:${onDark};--on-accent:#0d1210;--soft:color-mix(in srgb,${onDark} 20%,#141716)}}
`;
}

/** The link to brandStyles(); undefined without a colour. */
export const brandStylesLink = ({ color }: Branding): Html | undefined =>
  color === undefined ? undefined : html`<link rel="stylesheet" href="${brandStylesPath}?color=${color.slice(1)}">`;

/** Whose page it is; undefined where the installation has neither name nor logo. */
export function brandHeader({ name, logo }: Branding): Html | undefined {
  const hasName = name !== productName;
  if (!hasName && !logo) return undefined;
  // Beside the name the picture says nothing more.
  return html`<div class="brand">${logo && html`<img src="${logoPath(logo)}" alt="${hasName ? '' : name}">`}${hasName && html`<span dir="auto">${name}</span>`}</div>`;
}
