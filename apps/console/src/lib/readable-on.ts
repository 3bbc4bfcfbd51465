/** Relative luminance of an sRGB channel of 0 to 255 (WCAG 2.2, relative luminance). */
function linear(channel: number): number {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

/** Luminance above which dark text has more contrast than white: where (1.05)/(L+0.05) equals (L+0.05)/(0.05). */
const middle = 0.179;

/** White or near-black, whichever reads better on a colour in the form `#rrggbb`; white on any other form. */
export function readableOn(color: string): '#ffffff' | '#141419' {
  const [, red = '', green = '', blue = ''] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(color) ?? [];
  if (red === '') {
    return '#ffffff';
  }
  const [r, g, b] = [red, green, blue].map((hex) => linear(Number.parseInt(hex, 16)));
  const luminance = 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
  return luminance > middle ? '#141419' : '#ffffff';
}
