import { type LogFailure, type LogOutline, OutlineScanner } from '@switchyard/contracts';
import { groupBodies, type GroupBody } from '../phases/groups.js';
import type { Section } from '../phases/sections.js';
import { lineKind, type LogLine } from '../types.js';

/** Most groups that are held; what comes behind them stays without headings that fold. */
const MAX_GROUPS = 20_000;

/** The headings of the tool, read once: what is stored comes from the source, what arrives is read here. */
export class Outline {
  #scanner = new OutlineScanner();
  #next = 0;
  #changes = 0;
  #bodies: readonly GroupBody[] = [];
  #byLine: ReadonlyMap<number, GroupBody> = new Map();
  #failures: readonly LogFailure[] = [];
  #madeOf: { changes: number; sections: readonly Section[] } | undefined;

  /** The first line that was not read, 0-based. */
  get next(): number {
    return this.#next;
  }

  get isFull(): boolean {
    return this.#scanner.groups.length >= MAX_GROUPS;
  }

  /** From where the source is asked for more: the last heading counts again, so that its counts are whole. */
  get from(): number {
    return Math.min(this.#next, this.#scanner.groups.at(-1)?.line ?? this.#next);
  }

  /** The same list until it changes. */
  get failures(): readonly LogFailure[] {
    return this.#failures;
  }

  /** Takes over what the source found from a line on. */
  apply(after: number, { groups, failures, next }: LogOutline): void {
    const before = this.#scanner;
    const scanner = new OutlineScanner();
    scanner.resume(
      [...before.groups.filter(({ line }) => line < after), ...groups],
      [...before.failures.filter(({ line }) => line < after), ...failures],
    );
    this.#scanner = scanner;
    this.#next = Math.max(this.#next, next);
    this.#changed();
  }

  /** Reads the lines that arrived, up to `end`. */
  read(get: (line: number) => LogLine | undefined, end: number): void {
    let changed = false;
    for (; this.#next < end && !this.isFull; this.#next += 1) {
      const record = get(this.#next);
      if (record?.kind === lineKind.tool) {
        changed = this.#scanner.take(record.text, this.#next, record.time) || changed;
      }
    }
    if (changed) {
      this.#changed();
    }
  }

  bodies(sections: readonly Section[]): readonly GroupBody[] {
    if (this.#madeOf?.changes !== this.#changes || this.#madeOf.sections !== sections) {
      this.#madeOf = { changes: this.#changes, sections };
      this.#bodies = groupBodies(this.#scanner.groups, sections);
      this.#byLine = new Map(this.#bodies.map((body) => [body.group.line, body]));
    }
    return this.#bodies;
  }

  /** The group whose heading is in the line. */
  at(line: number, sections: readonly Section[]): GroupBody | undefined {
    this.bodies(sections);
    return this.#byLine.get(line);
  }

  #changed(): void {
    this.#changes += 1;
    const { failures } = this.#scanner;
    const isSame =
      failures.length === this.#failures.length && failures.every((one, i) => one.line === this.#failures[i]?.line);
    if (!isSame) {
      this.#failures = [...failures];
    }
  }
}
