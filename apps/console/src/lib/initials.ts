/** Spec section 9: the first letters of two words, or the first two letters of one; upper case. */
export function initials(name: string): string {
  const [first = '', second] = name.trim().split(/\s+/);
  const letters = second === undefined ? [...first].slice(0, 2) : [[...first][0], [...second][0]];
  return letters.join('').toUpperCase();
}
