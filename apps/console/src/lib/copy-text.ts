import { messageOf } from '@switchyard/concurrency/message-of';

/** Puts text on the clipboard; answers the reason when the browser refuses, else null. */
export async function copyText(text: string): Promise<string | null> {
  try {
    await navigator.clipboard.writeText(text);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}
