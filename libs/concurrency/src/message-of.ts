/** The words of what was thrown, whatever it was. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
