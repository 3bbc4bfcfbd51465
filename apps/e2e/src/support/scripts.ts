/** Prints `count` numbered lines with a pause after each, in seconds, and leaves one byte in `marker` per start. */
export const slowLines = (count: number, pause: number, marker = '/dev/null'): string =>
  `printf x >> '${marker}'\nfor i in $(seq 1 ${count}); do echo "line $i"; sleep ${pause}; done\n`;

/** The lines that {@link slowLines} prints. */
export const expectedLines = (count: number): string[] => Array.from({ length: count }, (_, i) => `line ${i + 1}`);
