import type { LineRange } from './fold-map.js';
import { bodyOf, decidingSection, sectionIndexAt, type Section } from './sections.js';

/** Which sections are open. By default: the run, and the phase in which the task is or ended. */
export class Folds {
  readonly #choices = new Map<number, boolean>();
  #open = new Set<number>();
  #shown = -1;

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

  /** Opens the section of a line that is to be seen, also when that section is not known yet. */
  reveal(sections: readonly Section[], line: number): void {
    this.#shown = line;
    const section = sections[sectionIndexAt(sections, line)];
    if (section && section.line !== line && !this.isOpen(section.line)) {
      this.set(section.line, true);
    }
  }

  hidden(sections: readonly Section[], total: number): LineRange[] {
    return sections.flatMap((section, index) => {
      const body = bodyOf(sections, index, total);
      return this.isOpen(section.line) || body.from >= body.to ? [] : [body];
    });
  }
}
