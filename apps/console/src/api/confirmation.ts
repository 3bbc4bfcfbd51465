type Asker = () => Promise<boolean>;

const nobody: Asker = () => Promise.resolve(false);
let asker = nobody;
let pending: Promise<boolean> | null = null;

/** Registers the one dialog in which users confirm who they are. Returns how to remove it. */
export function onConfirmationNeeded(next: Asker): () => void {
  asker = next;
  return () => {
    asker = asker === next ? nobody : asker;
  };
}

/** Whether the user has confirmed who he is. Requests that need it at the same time share one question. */
export function askForConfirmation(): Promise<boolean> {
  pending ??= asker().finally(() => {
    pending = null;
  });
  return pending;
}
