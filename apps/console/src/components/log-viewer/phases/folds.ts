import type { LineRange } from './fold-map.js';
import { type GroupBody, isBadGroup } from './groups.js';
import { bodyOf, decidingSection, sectionIndexAt, type Section } from './sections.js';

/**
 * Which sections and groups are open. By default: the run, the phase in which the task is or ended, and every group, but with
 * `foldsQuiet` no task without a failure.
 */
export class Folds {
  readonly #choices = new Map<number, boolean>();
  #open = new Set<number>();
  #shown = -1;
  foldsQuiet = false;

  isOpen(headerLine: number): boolean {
    return this.#open.has(headerLine);
  }

  /** With `still`, a section that is open stays open: nothing folds under the eyes of somebody who reads. */
  update(sections: readonly Section[], still: boolean): void {
    const deciding = decidingSection(sections);
    const shown = sectionIndexAt(sections, this.#shown);
    const open = new Set<number>();
    sections.forEach((section, index) => {
      const needed = index === deciding || index === shown;
      const wanted = needed || section.phase === 'run' || (still && this.#open.has(section.line));
      if (this.#choices.get(section.line) ?? wanted) {
        open.add(section.line);
      }
    });
    this.#open = open;
  }

  set(headerLine: number, open: boolean): void {
    this.#choices.set(headerLine, open);
    if (open) {
      this.#open.add(headerLine);
    } else {
      this.#open.delete(headerLine);
    }
  }

  isGroupOpen({ group, to }: GroupBody): boolean {
    const holdsShown = this.#shown > group.line && this.#shown < to;
    const isQuiet = this.foldsQuiet && (group.kind === 'task' || group.kind === 'handler') && !isBadGroup(group);
    return this.#choices.get(group.line) ?? (holdsShown || !isQuiet);
  }

  /** Opens the section and the groups of a line that is to be seen, also those that are not known yet. */
  reveal(sections: readonly Section[], line: number, groups: readonly GroupBody[] = []): void {
    this.#shown = line;
    const section = sections[sectionIndexAt(sections, line)];
    if (section && section.line !== line && !this.isOpen(section.line)) {
      this.set(section.line, true);
    }
    for (const body of groups) {
      if (body.group.line < line && line < body.to && !this.isGroupOpen(body)) {
        this.set(body.group.line, true);
      }
    }
  }

  hidden(sections: readonly Section[], total: number): LineRange[] {
    return sections.flatMap((section, index) => {
      const body = bodyOf(sections, index, total);
      return this.isOpen(section.line) || body.from >= body.to ? [] : [body];
    });
  }

  /** The same with what is under folded groups. */
  hiddenWith(groups: readonly GroupBody[], sections: readonly Section[], total: number): LineRange[] {
    const ranges = this.hidden(sections, total);
    for (const body of groups) {
      const to = Math.min(body.to, total);
      if (!this.isGroupOpen(body) && body.group.line + 1 < to) {
        ranges.push({ from: body.group.line + 1, to });
      }
    }
    return apart(ranges);
  }
}

/** Ascending, without overlaps. */
function apart(ranges: LineRange[]): LineRange[] {
  const result: { from: number; to: number }[] = [];
  for (const { from, to } of ranges.sort((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last && from <= last.to) {
      last.to = Math.max(last.to, to);
    } else {
      result.push({ from, to });
    }
  }
  return result;
}
