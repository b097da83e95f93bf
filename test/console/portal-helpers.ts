import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import jsQR from 'jsqr';
import sharp from 'sharp';
import type { ApiClient } from './api-client.ts';

/** Opens the portal of an object. @returns the address of its public page */
export async function openPortal(app: ApiClient, client: string, objectId: number): Promise<string> {
  return (await app.call(client, 'POST', `/ext/objects/${objectId}/portal`)).url;
}

/** Renders the pages of a PDF file with the renderer of Firefox, 150 dots per inch. @returns PNG files */
export async function renderPdf(page: Page, pdf: Buffer): Promise<Buffer[]> {
  const library = fileURLToPath(import.meta.resolve('unpdf/pdfjs'));
  await page.route('http://pdf.test/**', (route) => {
    const isLibrary = route.request().url().endsWith('.mjs');
    return route.fulfill(
      isLibrary ? { path: library, contentType: 'text/javascript' } : { body: '<!doctype html>', contentType: 'text/html' },
    );
  });
  await page.goto('http://pdf.test/');
  const pictures = await page.evaluate<string[]>(`(async () => {
    const { getDocument } = await import('http://pdf.test/pdfjs.mjs');
    const data = Uint8Array.from(atob(${JSON.stringify(pdf.toString('base64'))}), (letter) => letter.charCodeAt(0));
    const document = await getDocument({ data, useSystemFonts: false }).promise;
    const pictures = [];
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const viewport = page.getViewport({ scale: 150 / 72 });
      const canvas = Object.assign(window.document.createElement('canvas'), { width: viewport.width, height: viewport.height });
      await page.render({ canvasContext: canvas.getContext('2d'), canvas, viewport }).promise;
      pictures.push(canvas.toDataURL('image/png').split(',')[1]);
    }
    return pictures;
  })()`);
  return pictures.map((picture) => Buffer.from(picture, 'base64'));
}

/** Reads the QR codes of a sheet of labels, row by row, one label at a time as a phone does. */
async function readCodes(sheet: Buffer): Promise<string[]> {
  const { width = 0, height = 0 } = await sharp(sheet).metadata();
  const [top, rowHeight] = [Math.floor((37.1 / 841.89) * height), Math.floor((191.9 / 841.89) * height)];
  const codes: string[] = [];
  for (let row = 0; row < 4; row++) {
    for (const left of [0, Math.floor(width / 2)]) {
      const area = { left, top: top + row * rowHeight, width: Math.floor(width / 2), height: rowHeight };
      const { data, info } = await sharp(sheet).extract(area).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      const code = jsQR.default(new Uint8ClampedArray(data), info.width, info.height);
      if (code) codes.push(code.data);
    }
  }
  return codes;
}

/** Renders a file of labels and reads its QR codes. @param page an empty page of a browser */
export async function readLabels(page: Page, pdf: Buffer): Promise<string[]> {
  const sheets = await renderPdf(page, pdf);
  return (await Promise.all(sheets.map(readCodes))).flat();
}
