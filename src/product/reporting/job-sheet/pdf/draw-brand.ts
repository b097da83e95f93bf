import { type Branding, productName } from '../../../../platform/config/branding.ts';
import { colors, type PageWriter } from './page-writer.ts';

const logoSize = { width: 150, height: 32 };

/** Writes whose document it is, and of which kind. @param branding undefined: the look of the product */
export function drawBrand(writer: PageWriter, branding: Branding | undefined, kind: string): void {
  if (branding?.logo) drawLogo(writer, branding.logo.content);
  writer.text(`${branding?.name ?? productName} · ${kind}`, { size: 8, color: colors.label });
}

/** The colour of the title of a document. */
export const titleColor = (branding: Branding | undefined): string => branding?.color ?? colors.text;

function drawLogo(writer: PageWriter, content: Uint8Array): void {
  writer.logo(content, logoSize);
  writer.y += logoSize.height + 6;
}
