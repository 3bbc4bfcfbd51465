/** A table in Markdown. @param {string[]} head @param {string[][]} rows */
export function table(head, rows) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const cell = (/** @type {string} */ text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Plain text as it stands in a page: no markup, and no places for values. @param {string} text */
export const plain = (text) =>
  text
    .replace(/[&<>*_`[\]\\]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/\{\{(\w+)\}\}/g, '<var>$1</var>');

/** Pieces of a page, one blank line between them. @param {string[]} pieces */
export const page = (...pieces) => `${pieces.join('\n\n')}\n`;
