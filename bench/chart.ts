// Charts as SVG, drawn from figures: bars in groups, and lines over a logarithmic axis.

const colors = ['#2f6f9f', '#b9722c', '#4f9d69', '#8a5a9c', '#9c3d3d'];
const ink = '#59636e';
const [width, height] = [760, 320];
const frame = { left: 64, right: 16, top: 56, bottom: 44 };
const inner = { width: width - frame.left - frame.right, height: height - frame.top - frame.bottom };

export interface Series {
  name: string;
  values: number[];
}

const round = (value: number): number => Math.round(value * 10) / 10;
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function text(x: number, y: number, content: string, more = ''): string {
  return `<text x="${round(x)}" y="${round(y)}" ${more}>${escaped(content)}</text>`;
}

function page(title: string, series: Series[], body: string[]): string {
  let at = frame.left;
  const legend = series.map(({ name }, i) => {
    const entry = `<rect x="${at}" y="32" width="10" height="10" fill="${colors[i]}"/>${text(at + 15, 41, name)}`;
    at += 30 + name.length * 6.4;
    return entry;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="${ink}" role="img">
<title>${escaped(title)}</title>
<rect width="${width}" height="${height}" fill="#fff"/>
${[text(frame.left, 20, title, 'font-size="14" font-weight="600"'), ...legend, ...body].join('\n')}
</svg>
`;
}

/** Round numbers up to a little above the largest value. */
function ticksUpTo(largest: number): number[] {
  const raw = largest / 5;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= raw) ?? raw;
  return Array.from({ length: Math.ceil(largest / step) + 1 }, (_, i) => i * step);
}

function verticalAxis(largest: number, unit: string): { y: (value: number) => number; marks: string[] } {
  const ticks = ticksUpTo(largest);
  const top = ticks.at(-1) ?? 1;
  const y = (value: number): number => frame.top + inner.height * (1 - value / top);
  const marks = ticks.map((tick) => {
    const line = `<path d="M${frame.left} ${round(y(tick))}h${inner.width}" stroke="#e4e8ec"/>`;
    return line + text(frame.left - 6, y(tick) + 4, Number(tick.toPrecision(3)).toLocaleString('en'), 'text-anchor="end"');
  });
  return { y, marks: [...marks, text(frame.left - 6, frame.top - 8, unit, 'text-anchor="end" font-style="italic"')] };
}

export function bars(title: string, unit: string, groups: string[], series: Series[]): string {
  const { y, marks } = verticalAxis(Math.max(...series.flatMap(({ values }) => values)), unit);
  const group = inner.width / groups.length;
  const bar = Math.min(40, (group * 0.8) / series.length);
  const body = groups.flatMap((name, g) => {
    const middle = frame.left + group * (g + 0.5);
    const left = middle - (bar * series.length) / 2;
    const rects = series.map(({ values }, i) => {
      const value = values[g] ?? 0;
      const place = `x="${round(left + i * bar)}" y="${round(y(value))}" width="${round(bar - 2)}" height="${round(y(0) - y(value))}"`;
      return `<rect ${place} fill="${colors[i]}"><title>${escaped(`${series[i]?.name}, ${name}: ${round(value)} ${unit}`)}</title></rect>`;
    });
    return [...rects, text(middle, height - frame.bottom + 18, name, 'text-anchor="middle"')];
  });
  return page(title, series, [...marks, ...body]);
}

export function lines(title: string, unit: string, axis: string, at: number[], series: Series[]): string {
  const { y, marks } = verticalAxis(Math.max(...series.flatMap(({ values }) => values)), unit);
  const [from, to] = [Math.log10(at[0] ?? 1), Math.log10(at.at(-1) ?? 10)];
  const x = (value: number): number => frame.left + 50 + (inner.width - 100) * ((Math.log10(value) - from) / (to - from || 1));
  const body = series.map(({ values }, i) => {
    const points = values.map((value, j) => `${round(x(at[j] ?? 1))} ${round(y(value))}`);
    const dots = points.map(
      (point) => `<circle cx="${point.split(' ')[0]}" cy="${point.split(' ')[1]}" r="3.5" fill="${colors[i]}"/>`,
    );
    return `<path d="M${points.join('L')}" fill="none" stroke="${colors[i]}" stroke-width="2"/>${dots.join('')}`;
  });
  const labels = at.map((value) =>
    text(x(value), height - frame.bottom + 18, `${value.toLocaleString('en')} ${axis}`, 'text-anchor="middle"'),
  );
  return page(title, series, [...marks, ...labels, ...body]);
}
