// Colours as `#rrggbb`, and how well one can be read on another (WCAG 2.2, 1.4.3).

/** Of text of usual size. */
export const minContrast = 4.5;

export const colorPattern = '^#[0-9a-fA-F]{6}$';

/** The backgrounds of the product that are nearest to the text on them, where it is light and where it is dark. */
export const darkestLightBackground = '#eeece7';
export const lightestDarkBackground = '#2f3431';

/** @param color matches colorPattern @returns red, green and blue, from 0 to 255 */
const channelsOf = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** Relative luminance, from 0 (black) to 1 (white). */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** @param share of white, from 0 to 1 */
function lightened(color: string, share: number): string {
  const channels = channelsOf(color).map((channel) => Math.round(channel + (255 - channel) * share));
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** @returns the colour with as little white in it as makes it readable on a dark background */
export function readableOnDark(color: string, background: string): string {
  let share = 0;
  while (share < 1 && contrastOf(lightened(color, share), background) < minContrast) share += 0.05;
  return lightened(color, Math.min(share, 1));
}
