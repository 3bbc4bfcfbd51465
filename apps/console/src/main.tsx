import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './styles/fonts.css';
import './styles/base.css';
import './styles/form.css';
import './styles/forced-colors.css';
import { readEarly } from './api/early-answers.js';
import { fetchFirstCode } from './app/first-code.js';
import { drawFrame } from './app/first-frame.js';
import { firstPageOf, firstPaths } from './app/first-paths.js';

/** No catalogue could be fetched, so these words can't come from one. */
const NO_TEXTS = 'Switchyard could not be loaded. Check the connection, then reload the page.';

/** Requests the data and code of the page before the code that draws it is there. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) {
    throw new Error('The page has no element with the id "root"');
  }
  const first = firstPageOf(window.location);
  if (first !== null) {
    drawFrame(root);
    firstPaths(first).forEach(readEarly);
  }
  fetchFirstCode(first);
  try {
    const { draw } = await import('./app/draw.js');
    await draw(root);
  } catch (error) {
    root.textContent = NO_TEXTS;
    reportError(error);
  }
}

void start();
