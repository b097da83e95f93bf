/** What people see of an installation: in the console, on public pages, in mails and PDF files. */
export interface Branding {
  name: string;
  /** such as `#0b6a5a`; undefined: the colours of the product */
  color: string | undefined;
  /** undefined: the picture of the product */
  logo: Logo | undefined;
}

export interface Logo {
  /** a PNG file */
  content: Buffer;
  /** of the content */
  version: string;
}

export const productName = 'Callout';
/** The accent of the product, where an installation has none. */
export const productColor = '#0b6a5a';

/** @returns where browsers read a logo, which they may keep: another one has another address */
export const logoPath = ({ version }: Logo): string => `/ext/settings/logo?v=${version}`;
