import { getDocumentProxy } from 'unpdf';

/** Reads the text of each page of a PDF file with the parser of Firefox, a line of the page per line. */
export async function pdfPages(pdf: Uint8Array): Promise<string[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''));
  }
  await document.cleanup();
  return pages;
}

/** All text of a PDF file, without blanks: where a line breaks does not matter. */
export const pdfText = async (pdf: Uint8Array): Promise<string> => (await pdfPages(pdf)).join('').replaceAll(/\s+/g, '');
