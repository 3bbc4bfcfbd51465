import { createHash } from 'node:crypto';

/** A row that others refer to. */
interface Named {
  id: number;
  name: string;
}

const LONGEST_NAME = 255;
const SUFFIX = 10;

/**
 * The name of each row in a backup, by its id: its own, or for the second and further rows of one name with ten letters
 * and digits behind it. The same rows get the same names every time.
 */
export function namesInBackup(rows: readonly Named[]): Map<number, string> {
  const taken = new Set(rows.map(({ name }) => name));
  const used = new Set<string>();
  return new Map(
    rows.map(({ id, name }) => {
      const shown = used.has(name) ? withSuffix(name, id, taken) : name;
      used.add(shown);
      taken.add(shown);
      return [id, shown];
    }),
  );
}

function withSuffix(name: string, id: number, taken: ReadonlySet<string>): string {
  for (let round = 0; ; round += 1) {
    const digest = createHash('sha256').update(`${round}:${id}:${name}`).digest('hex').slice(0, SUFFIX);
    const shown = `${name.slice(0, LONGEST_NAME - SUFFIX - 3).trim()} - ${digest}`;
    if (!taken.has(shown)) {
      return shown;
    }
  }
}
