type Asker = () => Promise<boolean>;

const nobody: Asker = () => Promise.resolve(false);
let asker = nobody;
let asked: Promise<boolean> | null = null;

/** The one place that asks the user to confirm who he is. Answers how to stop asking there. */
export function onConfirmationNeeded(next: Asker): () => void {
  asker = next;
  return () => {
    asker = asker === next ? nobody : asker;
  };
}

/** Whether the user has confirmed who he is. Requests that need it at the same time share one question. */
export function askForConfirmation(): Promise<boolean> {
  asked ??= asker().finally(() => {
    asked = null;
  });
  return asked;
}
