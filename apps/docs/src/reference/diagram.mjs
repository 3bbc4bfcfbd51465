/** @typedef {{ x: number, y: number }} Point */
/** @typedef {Point & { svg: string }} Box the place of its upper left corner */

export const WIDTH = 150;
export const HEIGHT = 40;

/**
 * A box with a word.
 * @param {string} title
 * @param {Point} place of the upper left corner
 * @param {boolean} [strong]
 * @returns {Box}
 */
export function box(title, { x, y }, strong = false) {
  const frame = `<rect x="${x}" y="${y}" width="${WIDTH}" height="${HEIGHT}" rx="8"${strong ? ' class="strong"' : ''} />`;
  return { x, y, svg: `${frame}<text x="${x + WIDTH / 2}" y="${y + HEIGHT / 2 + 4}">${title}</text>` };
}

/** An arrow from the side of one box to the nearest side of another. @param {Box | undefined} from @param {Box | undefined} to */
export function arrow(from, to) {
  if (!from || !to) {
    return '';
  }
  const start = sideTowards(from, to);
  const end = sideTowards(to, from);
  const isLevel = Math.abs(from.y - to.y) < HEIGHT;
  const [middleX, middleY] = [(start.x + end.x) / 2, (start.y + end.y) / 2];
  const bend = isLevel ? `C ${middleX} ${start.y} ${middleX} ${end.y}` : `C ${start.x} ${middleY} ${end.x} ${middleY}`;
  return `<path d="M ${start.x} ${start.y} ${bend} ${end.x} ${end.y}" marker-end="url(#tip)" />`;
}

/** @param {Box} from @param {Box} to @returns {Point} */
function sideTowards(from, to) {
  const center = { x: from.x + WIDTH / 2, y: from.y + HEIGHT / 2 };
  if (Math.abs(from.y - to.y) < HEIGHT) {
    return { x: to.x > from.x ? from.x + WIDTH : from.x, y: center.y };
  }
  const shift = Math.max(-40, Math.min(40, (to.x - from.x) / 6));
  return { x: center.x + shift, y: to.y > from.y ? from.y + HEIGHT : from.y };
}

/**
 * A picture whose colours follow the theme.
 * @param {string} label for people who do not see it
 * @param {{ width: number, height: number }} size
 * @param {string[]} parts
 */
export function diagram(label, { width, height }, parts) {
  const tip =
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" /></marker></defs>';
  const frame = `<svg role="img" aria-label="${label}" viewBox="0 0 ${width} ${height}" xmlns="http://www.w3.org/2000/svg">`;
  return `<div class="diagram">${frame}${tip}${parts.join('')}</svg></div>`;
}
