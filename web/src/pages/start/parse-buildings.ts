/** A building of a typed or pasted line; `isUsable` is false when the service would refuse it. */
export interface TypedBuilding {
  name: string;
  address: string;
  isUsable: boolean;
}

/**
 * Reads one building per line: `Lobby; River Street 12`, also with a tab or a comma. A line that is an address alone, with a house number
 * before its first comma or without one, is its own name.
 */
export function parseBuildings(text: string): TypedBuilding[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const { name, address } = splitLine(line);
      return { name, address, isUsable: name.length >= 2 && name.length <= 200 && address.length >= 5 && address.length <= 500 };
    });
}

function splitLine(line: string): { name: string; address: string } {
  const separator = /[\t;]/.exec(line) ?? /,/.exec(line);
  if (!separator) return { name: line, address: line };
  const first = line.slice(0, separator.index).trim();
  const rest = line
    .slice(separator.index + 1)
    .replaceAll(/\s*[\t;]\s*/g, ', ')
    .trim();
  const isAddress = separator[0] === ',' && /\d/.test(first);
  return { name: first, address: isAddress || rest === '' ? line.replace(/[,;\s]+$/, '') : rest };
}
