import type { Font } from 'fontkit';

declare global {
  namespace PDFKit.Mixins {
    interface PDFFont {
      /** pdfkit also takes fonts that fontkit has opened, which the types of the package lack. */
      font(source: Font): this;
    }
  }
}
