/** The message of what was thrown. `libs/concurrency` has the same for programs of Node. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Puts text on the clipboard; answers the reason when the browser refuses, else null. */
export async function copyText(text: string): Promise<string | null> {
  try {
    await navigator.clipboard.writeText(text);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}
