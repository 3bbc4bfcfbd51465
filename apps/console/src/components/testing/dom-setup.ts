import { afterEach } from '@jest/globals';

/** The part of it with which libraries put off work; happy-dom has none, and that of Node keeps the process alive. */
class Channel {
  readonly port1 = { onmessage: null as (() => void) | null };
  readonly port2 = { postMessage: () => void setTimeout(() => this.port1.onmessage?.()) };
}

/** How long something is waited for; on a busy machine the code of a dialog is loaded in seconds. */
const WAIT_MS = 20_000;

/**
 * In specs with a document: what one test draws is gone before the next, of libraries too. A search that finds nothing reports no
 * picture of the whole document, which takes longer than the search.
 */
if ('document' in globalThis) {
  Object.assign(globalThis, { MessageChannel: Channel });
  // There is no layer above the page.
  HTMLElement.prototype.showPopover = () => undefined;
  const { cleanup, configure } = await import('@testing-library/react');
  const getElementError = (message: string | null) => new Error(message?.split('\n')[0] ?? 'Nothing was found.');
  configure({ getElementError, asyncUtilTimeout: WAIT_MS });
  afterEach(() => {
    cleanup();
    document.body.replaceChildren();
  });
}
