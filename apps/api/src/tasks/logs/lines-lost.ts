import { problem } from '@switchyard/contracts';
import { OutsideError } from '@switchyard/server';

/** Archived lines that are missing or were changed. */
export class LinesLost extends OutsideError {
  /** @param errorId names the failure in the answer and in the log @param line the first of them */
  constructor(
    errorId: string,
    readonly line: number,
  ) {
    super(problem('log_lines_lost', { id: errorId }), 502);
  }
}
