import { Injectable } from '@nestjs/common';
import { type LogGrowth, OpenLine } from '@switchyard/contracts';
import { LRUCache } from 'lru-cache';

/** Most tasks whose open line is kept for those who come later; each takes eight kilobytes at most. */
const MAX_KEPT = 1_000;

/** The unfinished last lines of tasks, as far as this replica has received them. */
@Injectable()
export class OpenLines {
  private readonly lines = new LRUCache<number, OpenLine>({ max: MAX_KEPT });

  /** @param message of the bus */
  receive(message: string): OpenLine {
    const open = OpenLine.parse(JSON.parse(message));
    this.lines.set(open.task_id, open);
    return open;
  }

  of(taskId: number): OpenLine | undefined {
    return this.lines.get(taskId);
  }

  /** Forgets lines that have their end. */
  grew(growth: LogGrowth): void {
    for (const [, taskId, attempt, next] of growth) {
      const open = this.lines.peek(taskId);
      if (open && (attempt > open.attempt || (attempt === open.attempt && next > open.line))) {
        this.lines.delete(taskId);
      }
    }
  }
}
