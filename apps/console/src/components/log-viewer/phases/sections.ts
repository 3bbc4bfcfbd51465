import { lastIndex, type LineRange } from './fold-map.js';

/** A phase of the task; its header is line `line` (0-based), written at `time` (epoch milliseconds). */
export interface Section {
  readonly line: number;
  readonly time: number;
  readonly phase: string;
  readonly detail: string;
}

/** Reads `<phase>[ <detail>]`. */
export function readSection(line: number, time: number, text: string): Section {
  const space = text.indexOf(' ');
  if (space < 0) {
    return { line, time, phase: text, detail: '' };
  }
  return { line, time, phase: text.slice(0, space), detail: text.slice(space + 1) };
}

/** The list with the section in its place; the same list when it has it already. */
export function withSection(sections: readonly Section[], section: Section): readonly Section[] {
  const at = sectionIndexAt(sections, section.line);
  if (sections[at]?.line === section.line) {
    return sections;
  }
  return [...sections.slice(0, at + 1), section, ...sections.slice(at + 1)];
}

/** Index of the section that the line belongs to, -1 before the first. */
export function sectionIndexAt(sections: readonly Section[], line: number): number {
  return lastIndex(sections.length, (i) => (sections[i]?.line ?? 0) <= line);
}

/** The section in which the task ended or is now: cleanup always follows, so it does not count while there is another. */
export function decidingSection(sections: readonly Section[]): number {
  const last = sections.findLastIndex((section) => section.phase !== 'cleanup');
  return last < 0 ? sections.length - 1 : last;
}

/** Lines under a section's header. */
export function bodyOf(sections: readonly Section[], index: number, total: number): LineRange {
  const from = (sections[index]?.line ?? 0) + 1;
  return { from, to: Math.max(from, sections[index + 1]?.line ?? total) };
}
