import { type Branding, productColor, productName } from '../../platform/config/branding.ts';
import { escapeHtml } from '../../platform/lib/text.ts';
import type { MailContent } from './transport.ts';

const logoId = 'logo@callout';

/** Whether an installation has a look of its own. Mails of others are as they always were. */
export const isBranded = ({ name, color, logo }: Branding): boolean =>
  name !== productName || color !== undefined || logo !== undefined;

/** The logo and the name of an installation, as the first line of a mail. */
export function brandLine({ name, logo }: Branding): string {
  const picture = logo
    ? `<img src="cid:${logoId}" alt="" height="40" style="height:40px;max-width:100%;vertical-align:middle"> `
    : '';
  return `${picture}${escapeHtml(name)}`;
}

/** The picture of brandLine(), inside of the mail: programs load none from elsewhere. */
export const brandAttachments = ({ logo }: Branding): Pick<MailContent, 'attachments'> =>
  logo
    ? {
        attachments: [
          { cid: logoId, filename: 'logo.png', content: logo.content, contentType: 'image/png', contentDisposition: 'inline' },
        ],
      }
    : {};

/** Adds name, colour and logo to a mail of the service itself; a mail stays as it is where the installation has none. */
export function withBranding(mail: MailContent, branding: Branding): MailContent {
  if (!isBranded(branding)) return mail;
  const style = `color:${branding.color ?? productColor};font-weight:700`;
  return {
    ...mail,
    text: `${mail.text}\n-- \n${branding.name}\n`,
    html: mail.html.replace('<body>\n', () => `<body>\n<p style="${style}">${brandLine(branding)}</p>\n`),
    ...brandAttachments(branding),
  };
}
