import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './styles/fonts.css';
import './styles/base.css';
import './styles/form.css';
import './styles/forced-colors.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { startFirstRequests } from './app/first-requests.js';
import { startI18n } from './app/i18n.js';
import { Providers } from './app/providers.js';
import { router } from './app/router.js';
import { keepFocus } from './lib/focus-keeper.js';
import { describeSelects } from './lib/select-values.js';

/** No catalogue could be fetched, so these words can't come from one. */
const NO_TEXTS = 'Switchyard could not be loaded. Check the connection, then reload the page.';

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) {
    throw new Error('The page has no element with the id "root"');
  }
  try {
    await startI18n();
  } catch {
    root.textContent = NO_TEXTS;
    return;
  }
  startFirstRequests(window.location);
  keepFocus();
  describeSelects();
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  );
}

void start();
