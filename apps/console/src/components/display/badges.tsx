import type { Tone } from '../../theme/palette.js';

/** Spec section 9: project colours cycle red, blue, orange, green. */
const cycle: readonly Tone[] = ['red', 'blue', 'orange', 'green'];

export function ProjectBadge({ id, name }: { id: number; name: string }) {
  return (
    <span className="sy-badge" data-tone={cycle[id % cycle.length]} aria-hidden>
      {initials(name)}
    </span>
  );
}

export function PersonBadge({ name }: { name: string }) {
  return (
    <span className="sy-person" aria-hidden>
      {initials(name)}
    </span>
  );
}

/** Spec section 9: the first letters of two words, or the first two letters of one; upper case. */
function initials(name: string): string {
  const [first = '', second] = name.trim().split(/\s+/);
  const letters = second === undefined ? [...first].slice(0, 2) : [[...first][0], [...second][0]];
  return letters.join('').toUpperCase();
}
