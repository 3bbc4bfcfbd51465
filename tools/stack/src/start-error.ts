/** A fault the person who starts the stack can repair: its message is the whole of what is shown. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
