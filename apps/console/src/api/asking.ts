type Answer = () => Promise<boolean>;

const no: Answer = () => Promise.resolve(false);

/** A question that one dialog asks for requests: those that need it at the same time share it. */
export class Asking {
  private answer = no;
  private pending: Promise<boolean> | null = null;

  /** Registers the dialog. Returns how to remove it. */
  answerBy(next: Answer): () => void {
    this.answer = next;
    return () => {
      this.answer = this.answer === next ? no : this.answer;
    };
  }

  /** What the user answers; no without a dialog. */
  ask(): Promise<boolean> {
    this.pending ??= this.answer().finally(() => {
      this.pending = null;
    });
    return this.pending;
  }
}
