import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { PhotoSubject } from '../src/appliance/demo/ticket-templates.ts';
import { chromiumPath } from '../testing/chromium.ts';

// `node scripts/draw-demo-photos.ts` draws the photos of the demo data in a browser and writes them as small files.

const folder = join(import.meta.dirname, '..', 'src', 'appliance', 'demo', 'photos');
const width = 960;
const height = 720;

/** A drawing in two states: what was broken, and the same place after the repair. */
type Drawing = (repaired: boolean) => string;

const gradient = (id: string, stops: string[], more = 'x2="0" y2="1"'): string =>
  `<linearGradient id="${id}" ${more}>${stops
    .map((color, i) => `<stop offset="${i / (stops.length - 1)}" stop-color="${color}"/>`)
    .join('')}</linearGradient>`;
const glow = (id: string, color: string, opacity = 1): string =>
  `<radialGradient id="${id}"><stop offset="0" stop-color="${color}" stop-opacity="${opacity}"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>`;
const rect = (x: number, y: number, w: number, h: number, fill: string, more = ''): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" ${more}/>`;
const repeat = (count: number, draw: (i: number) => string): string => Array.from({ length: count }, (_, i) => draw(i)).join('');
const plaster = (color: string): string =>
  rect(0, 0, width, height, color) + rect(0, 0, width, height, '#000', 'filter="url(#grain)"');
const shaded = (content: string): string => `<g filter="url(#shadow)">${content}</g>`;

const lamp: Drawing = (repaired) => `
  ${gradient('stairs', repaired ? ['#d8c6a4', '#8b7552'] : ['#3a3c44', '#1b1c21'])}${glow('light', '#fff3c4')}
  ${plaster(repaired ? '#cdbb98' : '#2b2d35')}
  <path d="M0 0H330L300 420 0 650Z" fill="#000" opacity=".12"/>
  ${repeat(7, (i) => rect(300 - i * 48, 420 + i * 44, 700 + i * 48, 30, 'url(#stairs)') + rect(300 - i * 48, 450 + i * 44, 700 + i * 48, 14, '#000', 'opacity=".45"'))}
  <path d="M640 200 960 520V560L640 240Z" fill="${repaired ? '#6b4a2a' : '#191512'}"/>
  ${repeat(5, (i) => rect(690 + i * 56, 262 + i * 56, 8, 190, repaired ? '#5a4a38' : '#15161a'))}
  ${repaired ? '<circle cx="470" cy="130" r="420" fill="url(#light)" opacity=".85"/>' : ''}
  ${rect(462, 0, 16, 70, '#4a4a4e')}
  ${shaded(`<ellipse cx="470" cy="120" rx="120" ry="62" fill="${repaired ? '#fffbe6' : '#60625f'}" stroke="${repaired ? '#e6cf86' : '#3d3f40'}" stroke-width="6"/>`)}
  ${repaired ? '' : '<path d="M392 132c30 26 60 34 92 32M420 92l26 24-14 18 30 26" stroke="#1d1e20" stroke-width="5" fill="none"/>'}`;

const fuses: Drawing = (repaired) => `
  ${gradient('door', ['#f4f3ef', '#d9d7cf'])}
  ${plaster('#a8a59c')}
  ${shaded(rect(130, 50, 700, 620, 'url(#door)', 'rx="10" stroke="#77756e" stroke-width="8"'))}
  ${repeat(2, (row) => rect(190, 150 + row * 270, 580, 16, '#8f8d86') + rect(190, 340 + row * 270, 580, 10, '#bcbab2'))}
  ${repeat(16, (i) => {
    const x = 196 + (i % 8) * 72;
    const y = 166 + Math.floor(i / 8) * 270;
    const off = !repaired && i === 5;
    return `${rect(x, y, 64, 168, '#fbfaf7', 'rx="4" stroke="#b9b7b0" stroke-width="3"')}${rect(x + 20, y + 42, 24, 70, '#dedcd5')}
      ${rect(x + 20, off ? y + 80 : y + 42, 24, 32, off ? '#c62828' : '#22252b')}${rect(x + 8, y + 132, 48, 12, '#8fa9c9')}`;
  })}
  ${
    repaired
      ? ''
      : '<g opacity=".8" filter="url(#soft)"><ellipse cx="592" cy="166" rx="92" ry="46" fill="#2a2320"/><ellipse cx="584" cy="250" rx="44" ry="70" fill="#3b2e25"/><path d="M560 130c-20-60 30-60 10-120h60c20 60-20 60-10 120Z" fill="#3a3735" opacity=".6"/></g>' +
        rect(576, 246, 24, 32, '#c62828')
  }`;

const tiles = (color: string): string =>
  plaster(color) +
  repeat(8, (i) => rect(i * 128, 0, 5, height, '#f4f7f7', 'opacity=".7"')) +
  repeat(6, (i) => rect(0, i * 128 + 40, width, 5, '#f4f7f7', 'opacity=".7"'));

const pipe: Drawing = (repaired) => `
  ${gradient('copper', ['#7c3f1c', '#e79a62', '#a8592a', '#5f2d12'])}${gradient('clamp', ['#8b949b', '#f2f5f7', '#767e85'])}${gradient('rust', ['#5b3a22', '#96683d', '#3a2414'])}
  ${tiles('#b3c3c9')}
  ${shaded(rect(0, 250, width, 76, 'url(#copper)'))}
  ${shaded(rect(210, 236, 30, 104, '#5d6469', 'rx="4"') + rect(760, 236, 30, 104, '#5d6469', 'rx="4"'))}
  ${
    repaired
      ? shaded(
          rect(390, 226, 190, 124, 'url(#clamp)', 'rx="12"') +
            rect(414, 226, 14, 124, '#6d757b') +
            rect(542, 226, 14, 124, '#6d757b'),
        )
      : `${shaded(rect(390, 230, 190, 116, 'url(#rust)', 'rx="10"'))}
         <path d="M396 262c60-34 90 60 178 22" stroke="#3f7a62" stroke-width="12" fill="none" opacity=".8"/>
         <path d="M440 346c6 150-10 220 0 300M520 346c-6 120 14 200 4 300" stroke="#9fb9c4" stroke-width="14" fill="none" opacity=".6"/>
         ${repeat(6, (i) => `<path d="M${462 + (i % 2) * 34} ${372 + i * 42}q14 26 0 34q-14-8 0-34" fill="#d8eef8" stroke="#5f93ab" stroke-width="2"/>`)}
         <ellipse cx="490" cy="668" rx="330" ry="46" fill="#6f98a9" opacity=".85"/><ellipse cx="450" cy="656" rx="170" ry="18" fill="#cfe5ee" opacity=".8"/>`
  }`;

const tap: Drawing = (repaired) => `
  ${gradient('steel', ['#6e767c', '#f7fafb', '#8c959b', '#50575c'], 'x2="1" y2="0"')}${gradient('basin', ['#ffffff', '#cfd6da'])}
  ${tiles('#c9cfc4')}
  ${shaded('<path d="M110 500H850C850 640 740 720 640 720H320C220 720 110 640 110 500Z" fill="url(#basin)"/>')}
  <ellipse cx="480" cy="510" rx="350" ry="44" fill="#aeb8bd"/><ellipse cx="480" cy="520" rx="300" ry="32" fill="#8d979d"/>
  ${shaded('<path d="M420 500V190c0-120 220-120 220 0v90h-56v-84c0-50-104-50-104 0V500Z" fill="url(#steel)"/>')}
  ${shaded(`<g transform="rotate(${repaired ? 0 : -24} 450 330)">${rect(270, 306, 160, 46, 'url(#steel)', 'rx="22"')}<circle cx="276" cy="329" r="34" fill="#dfe5e8" stroke="#69727a" stroke-width="5"/><circle cx="276" cy="329" r="12" fill="#b3322b"/></g>`)}
  ${
    repaired
      ? ''
      : `<path d="M604 284v70q8 24 16 0v-70Z" fill="#a9d4ea"/>${repeat(4, (i) => `<path d="M612 ${372 + i * 34}q14 24 0 32q-14-8 0-32" fill="#a9d4ea" stroke="#4f87a3" stroke-width="2"/>`)}
         <ellipse cx="612" cy="518" rx="90" ry="14" fill="#d9eef8"/><path d="M408 200c-40 120-20 200-30 300" stroke="#8a6f4c" stroke-width="10" opacity=".5" fill="none"/>`
  }`;

const radiator: Drawing = (repaired) => `
  ${gradient('rib', ['#c8c4ba', '#ffffff', '#b7b2a6'], 'x2="1" y2="0"')}${glow('heat', '#ff9d4d', 0.55)}${glow('cold', '#5aa0e0', 0.4)}
  ${plaster(repaired ? '#e2d4bd' : '#c9cdd0')}
  ${rect(0, 610, width, 110, '#7a5233')}${rect(0, 590, width, 26, '#efe9dd')}
  <ellipse cx="450" cy="330" rx="480" ry="330" fill="url(#${repaired ? 'heat' : 'cold'})"/>
  ${shaded(repeat(11, (i) => rect(150 + i * 58, 190, 50, 350, 'url(#rib)', 'rx="22"')) + rect(150, 220, 630, 18, '#d9d4c8') + rect(150, 492, 630, 18, '#d9d4c8'))}
  ${shaded(`<rect x="792" y="470" width="40" height="130" fill="#a9adaf"/><circle cx="812" cy="450" r="56" fill="#f4f2ec" stroke="#8d8a82" stroke-width="6"/>
    <text x="812" y="470" text-anchor="middle" font-size="56" font-family="sans-serif" fill="#444">${repaired ? '3' : '5'}</text>`)}
  ${shaded(`${rect(360, 290, 230, 124, '#23272b', 'rx="14"')}${rect(378, 308, 194, 88, repaired ? '#ffd9a8' : '#b9dcf6', 'rx="6"')}
    <text x="475" y="376" text-anchor="middle" font-size="66" font-family="monospace" font-weight="bold" fill="${repaired ? '#a33c12' : '#184f7d'}">${repaired ? '21.5°' : '13.8°'}</text>`)}`;

const lift: Drawing = (repaired) => `
  ${gradient('leaf', ['#8f979e', '#d7dde1', '#9fa7ad', '#c3cacf'], 'x2="1" y2="0"')}${gradient('shaft', ['#1a1b1e', '#050506'])}
  ${plaster('#b4a794')}
  ${rect(0, 660, width, 60, '#4c4640')}
  ${shaded(rect(210, 60, 460, 604, '#3c4043'))}
  ${rect(236, 88, 408, 576, 'url(#shaft)')}
  ${
    repaired
      ? rect(236, 88, 203, 576, 'url(#leaf)') + rect(441, 88, 203, 576, 'url(#leaf)')
      : `${rect(240, 420, 400, 244, '#5d5548')}${rect(240, 400, 400, 24, '#8c8271')}${rect(236, 88, 130, 576, 'url(#leaf)')}
         <g transform="rotate(3 600 380)">${rect(540, 84, 108, 584, 'url(#leaf)')}</g>`
  }
  ${shaded(`${rect(740, 270, 110, 190, '#d5d9dc', 'rx="10"')}${rect(758, 290, 74, 62, '#121212')}
    <text x="795" y="338" text-anchor="middle" font-size="46" font-family="monospace" font-weight="bold" fill="${repaired ? '#ffb02e' : '#ff3b30'}">${repaired ? '2' : 'E4'}</text>
    <circle cx="795" cy="406" r="26" fill="${repaired ? '#ffd45c' : '#6d7377'}" stroke="#8d9499" stroke-width="6"/>`)}
  ${
    repaired
      ? ''
      : repeat(14, (i) => `<path d="M${150 + i * 44} ${500 - i * 2}h30l-12 44h-30Z" fill="${i % 2 ? '#f4f4f2' : '#d62f2f'}"/>`)
  }`;

const window: Drawing = (repaired) => `
  ${gradient('sky', ['#7fb0d8', '#cfe4f2'])}
  ${plaster('#8f4b38')}
  ${repeat(16, (row) => rect(0, row * 46, width, 6, '#c9b8a6', 'opacity=".55"') + repeat(9, (i) => rect(i * 120 + (row % 2) * 60, row * 46, 6, 46, '#c9b8a6', 'opacity=".55"')))}
  ${shaded(rect(200, 70, 560, 540, '#f4f1ea'))}
  ${rect(230, 100, 240, 480, 'url(#sky)')}${rect(490, 100, 240, 480, 'url(#sky)')}
  <path d="M230 420 470 180V260L230 500ZM490 340 730 100H660L490 270Z" fill="#fff" opacity=".35"/>
  <path d="M230 580V470c40-60 80-20 110-50s60 0 130 30V580Z" fill="#4d7a4a" opacity=".6"/>
  ${shaded(rect(170, 606, 620, 40, '#dcd6ca'))}
  ${
    repaired
      ? rect(476, 320, 10, 60, '#b9b2a4')
      : `<path d="M350 210l34 72 62-30-24 76 60 40-74 18 14 84-62-52-50 58-2-78-76-2 58-54-44-64 76 12Z" fill="#16181b"/>
         <g stroke="#f5fbff" stroke-width="4" opacity=".9" fill="none"><path d="M350 210 330 100M446 252l24-60M482 368l-12 120M422 470l10 110M310 478l-40 100M232 398l-2 20M246 282l-16-60"/></g>
         <g fill="#dceaf3" stroke="#8fb0c4" stroke-width="2"><path d="M300 606l30-38 20 36ZM380 606l16-24 34 22ZM450 640l44-22 8 28ZM250 642l24-26 30 24Z"/></g>`
  }`;

const door: Drawing = (repaired) => `
  ${gradient('wood', ['#2f5f4c', '#3f7a62', '#2a5343'], 'x2="1" y2="0"')}${gradient('brass', ['#f1d083', '#b98a32', '#e7bf62'])}
  ${plaster('#d8cfc0')}
  ${shaded(rect(60, 0, 720, height, 'url(#wood)'))}
  ${repeat(2, (i) => rect(140, 60 + i * 350, 440, 290, 'none', 'stroke="#1f4437" stroke-width="10"') + rect(152, 72 + i * 350, 440, 290, 'none', 'stroke="#5c957d" stroke-width="4"'))}
  ${rect(780, 0, 26, height, '#2a2623')}
  ${
    repaired
      ? shaded(
          rect(664, 250, 70, 220, 'url(#brass)', 'rx="12"') +
            rect(540, 300, 170, 34, 'url(#brass)', 'rx="17"') +
            rect(688, 400, 22, 44, '#2b1d0c', 'rx="11"'),
        )
      : `<path d="M780 250l-60 40 30 50-40 60 60 70 10 60Z" fill="#c79a66"/><path d="M806 300h30l-14 60 20 80h-36Z" fill="#8f7a5d"/><circle cx="698" cy="268" r="12" fill="#12100d"/>
         ${shaded(`<g transform="rotate(28 700 270)">${rect(664, 260, 70, 220, 'url(#brass)', 'rx="12"')}${rect(688, 410, 22, 44, '#2b1d0c', 'rx="11"')}</g><g transform="rotate(62 690 330)">${rect(560, 312, 170, 34, 'url(#brass)', 'rx="17"')}</g>`)}`
  }`;

const drawings: Record<PhotoSubject, Drawing> = { lamp, fuses, pipe, tap, radiator, lift, window, door };
/** The service takes three types of photos, and the demo has each. */
const otherTypes: Record<string, 'jpeg' | 'png'> = { 'lift-before': 'jpeg', 'pipe-after': 'jpeg', 'lamp-before': 'png' };

const grain =
  '<feTurbulence baseFrequency=".008 .012" numOctaves="2"/><feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  .3 0 0 0 -.07"/>';

/** @param plain without noise, shadows and tilt, which make a PNG large */
const svg = (content: string, plain: boolean): string => `
  <svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <filter id="grain">${plain ? '<feFlood flood-opacity="0"/>' : grain}</filter>
    <filter id="shadow" x="-20%" y="-20%" width="140%" height="140%">
      <feDropShadow dx="10" dy="14" stdDeviation="12" flood-opacity="${plain ? 0 : 0.4}"/>
    </filter>
    <filter id="soft"><feGaussianBlur stdDeviation="12"/></filter>
    <radialGradient id="vignette" r=".8"><stop offset=".55" stop-opacity="0"/><stop offset="1" stop-opacity=".5"/></radialGradient>
    <g transform="${plain ? '' : 'rotate(-1.2 480 360)'} scale(1.04) translate(-18 -14)">${content}</g>
    ${plain ? '' : rect(0, 0, width, height, 'url(#vignette)')}
  </svg>`;

/** The expression that draws and encodes an SVG in the page. @returns base64 */
const encode = (source: string, type: string): string => `(async () => {
  const image = new Image();
  image.src = 'data:image/svg+xml,' + encodeURIComponent(${JSON.stringify(source)});
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  const blob = await canvas.convertToBlob({ type: 'image/${type}', quality: 0.6 });
  return new Uint8Array(await blob.arrayBuffer()).toBase64();
})()`;

const browser = await chromium.launch({ ...(chromiumPath && { executablePath: chromiumPath }) });
try {
  const page = await browser.newPage();
  for (const [subject, draw] of Object.entries(drawings)) {
    for (const state of ['before', 'after'] as const) {
      const name = `${subject}-${state}`;
      const type = otherTypes[name] ?? 'webp';
      const content = await page.evaluate<string>(encode(svg(draw(state === 'after'), type === 'png'), type));
      writeFileSync(join(folder, `${name}.${type === 'jpeg' ? 'jpg' : type}`), Buffer.from(content, 'base64'));
    }
  }
} finally {
  await browser.close();
}
