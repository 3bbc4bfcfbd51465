/** Fault of a line of an inventory. `name` is the word that it is about. */
interface InventoryFault {
  /** 1 = the first. */
  line: number;
  code: 'section' | 'variable' | 'quote' | 'range' | 'group' | 'key' | 'mapping';
  name: string;
}

/** Facts about a list of hosts, as Ansible reads it. */
export interface InventoryFacts {
  hosts: number;
  /** Without `all` and `ungrouped`, which every inventory has. */
  groups: number;
  /** In the order of their lines, at most {@link MOST_FAULTS}. */
  faults: InventoryFault[];
}

/** Longest text that is read, in characters: it is read again while people type. */
export const MOST_CHARACTERS = 131_072;
const MOST_FAULTS = 5;
const OWN_GROUPS: ReadonlySet<string> = new Set(['all', 'ungrouped']);

/** Collects what a reader of an inventory meets. */
export class InventoryTally {
  private readonly hosts = new Map<string, number>();
  private readonly groups = new Set<string>();
  private readonly faults: InventoryFault[] = [];

  /** @param pattern a name, or a range of names such as `web[01:20]` */
  host(pattern: string, line: number): void {
    const count = rangeSize(pattern);
    if (count === null) {
      this.fault(line, 'range', pattern);
    } else {
      this.hosts.set(pattern, count);
    }
  }

  group(name: string): void {
    if (!OWN_GROUPS.has(name)) {
      this.groups.add(name);
    }
  }

  isGroup(name: string): boolean {
    return OWN_GROUPS.has(name) || this.groups.has(name);
  }

  fault(line: number, code: InventoryFault['code'], name: string): void {
    this.faults.push({ line, code, name: name.slice(0, 60) });
  }

  facts(): InventoryFacts {
    const hosts = [...this.hosts.values()].reduce((sum, count) => sum + count, 0);
    const faults = this.faults.toSorted((one, other) => one.line - other.line).slice(0, MOST_FAULTS);
    return { hosts, groups: this.groups.size, faults };
  }
}

const RANGE = /\[([^\][]*:[^\][]*)\]/g;

const IPV6 = /^\[[\da-f]*(?::[\da-f]*){2,}[\d.]*\](?::\d+)?$/i;

/** How many hosts a pattern names: ranges multiply. `null` = Ansible refuses it, or it names none. */
function rangeSize(pattern: string): number | null {
  if (IPV6.test(pattern)) {
    return 1;
  }
  let size = 1;
  for (const [, bounds = ''] of pattern.matchAll(RANGE)) {
    const count = boundsSize(bounds);
    if (count === null) {
      return null;
    }
    size *= count;
  }
  return pattern.replace(RANGE, '').includes('[') ? null : size;
}

function boundsSize(bounds: string): number | null {
  const [from = '', to = '', by = '1', ...more] = bounds.split(':');
  const begin = from === '' ? '0' : from;
  const step = by === '' ? 1 : Number(by);
  const isPadded = begin.length > 1 && begin.startsWith('0');
  if (more.length > 0 || !Number.isInteger(step) || step < 1 || (isPadded && begin.length !== to.length)) {
    return null;
  }
  const isNumeric = /^\d{1,9}$/.test(begin);
  const placeOf = (bound: string): number =>
    isNumeric ? (/^\d{1,9}$/.test(bound) ? Number(bound) : NaN) : bound.length === 1 ? LETTERS.indexOf(bound) : -1;
  const [first, last] = [placeOf(begin), placeOf(to)];
  return first >= 0 && last >= first ? Math.floor((last - first) / step) + 1 : null;
}

/** In the order in which ranges of letters go. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
