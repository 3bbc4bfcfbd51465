import {
  type Issue,
  issueAt,
  own,
  type Problem,
  problem,
  type ProblemArgs,
  type ProblemCode,
} from '@switchyard/contracts';
import { invalidRequest } from '@switchyard/server';

type Path = readonly (string | number)[];

/** Most of each that are answered. */
const MOST = 100;

/** Findings about a file: why it is refused, and which parts change. */
export class Findings {
  readonly notes: Issue[] = [];
  private readonly faults: Issue[] = [];
  /** Places of all faults, beyond those that are answered. */
  private readonly places: Path[] = [];

  /** @param words codes that are named otherwise, as the files are no backup */
  constructor(private readonly words: Readonly<Partial<Record<ProblemCode, ProblemCode>>> = {}) {}

  refuse<C extends ProblemCode>(path: Path, code: C, ...params: ProblemArgs<C>): void {
    this.refuseWith(path, problem(code, ...params));
  }

  refuseWith(path: Path, fault: Problem): void {
    this.places.push(path);
    this.add(this.faults, path, fault);
  }

  /**
   * Drops the faults of entries that are left out, and notes them with their first fault.
   * @param entryAt the path of the entry in which a path lies; `null` = in none
   * @returns the paths of these entries, joined by dots
   */
  leaveOut(entryAt: (path: Path) => string | null): Set<string> {
    const out = new Set(this.places.flatMap((path) => entryAt(path) ?? []));
    const noted = new Set<string>();
    for (const { path, code, params } of this.faults.splice(0)) {
      const entry = entryAt(path);
      if (entry === null) {
        this.faults.push(issueAt([...path], { code, params } as Problem));
      } else if (!noted.has(entry)) {
        noted.add(entry);
        this.note(path, 'restore_without', { fault: { code, params } as Problem });
      }
    }
    this.places.length = 0;
    return out;
  }

  note<C extends ProblemCode>(path: Path, code: C, ...params: ProblemArgs<C>): void {
    this.add(this.notes, path, problem(code, ...params));
  }

  get areFaultless(): boolean {
    return this.places.length === 0;
  }

  /** @throws 400 with the paths of all faults */
  requireNone(): void {
    if (this.faults.length > 0) {
      throw invalidRequest(this.faults);
    }
  }

  private add(list: Issue[], path: Path, fault: Problem): void {
    if (list.length < MOST) {
      list.push(issueAt([...path], { ...fault, code: own(this.words, fault.code) ?? fault.code }));
    }
  }
}
