import { Flex, Paper } from '@mantine/core';
import qrcode from 'qrcode-generator';
import { useMemo } from 'react';

/** A QR code as one SVG path: the markup of the library would have to be inserted as HTML. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const code = qrcode(0, 'M');
    code.addData(text);
    code.make();
    const count = code.getModuleCount();
    let drawn = '';
    for (let row = 0; row < count; row++) {
      for (let column = 0; column < count; column++) if (code.isDark(row, column)) drawn += `M${column} ${row}h1v1h-1z`;
    }
    return { size: count, path: drawn };
  }, [text]);
  return (
    <Paper bg="white" w={190} p="sm" className="qr">
      <Flex>
        <svg viewBox={`0 0 ${size} ${size}`} width="100%" role="img" aria-label={label} shapeRendering="crispEdges">
          <path d={path} fill="#000" />
        </svg>
      </Flex>
    </Paper>
  );
}
