import type { Tone } from '../../theme/palette.js';
import { initials } from '../../lib/initials.js';

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
