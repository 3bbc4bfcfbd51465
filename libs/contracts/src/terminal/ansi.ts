const ESC = '\u001b';
const SEQUENCES = new RegExp(
  [`${ESC}\\[[0-?]*[ -/]*[@-~]`, `${ESC}\\][^\\u0007\\n${ESC}]*(?:\\u0007|${ESC}\\\\)?`, `${ESC}[@-Z\\\\^_]?`].join(
    '|',
  ),
  'g',
);

/** The text without ANSI escape sequences (ECMA-48 CSI, OSC and single-character escapes). */
export const stripAnsi = (text: string): string => (text.includes(ESC) ? text.replace(SEQUENCES, '') : text);
