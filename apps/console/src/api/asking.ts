type Answer = () => Promise<boolean>;

const no: Answer = () => Promise.resolve(false);

/** A question that one dialog asks for requests: those that need it at the same time share it. */
export class Asking {
  private answer = no;
  private pending: Promise<boolean> | null = null;

  /** Registers the dialog. Returns how to remove it, which answers what it asks just then with no. */
  answerBy(next: Answer): () => void {
    const gone = new AbortController();
    const left = new Promise<boolean>((resolve) => gone.signal.addEventListener('abort', () => resolve(false)));
    const answer: Answer = () => Promise.race([next(), left]);
    this.answer = answer;
    return () => {
      gone.abort();
      this.answer = this.answer === answer ? no : this.answer;
    };
  }

  /** Answer of the user; no without a dialog. */
  ask(): Promise<boolean> {
    this.pending ??= this.answer().finally(() => {
      this.pending = null;
    });
    return this.pending;
  }
}
