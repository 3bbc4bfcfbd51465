import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { watchClicks } from '../api/click-age.js';
import { keepClicks } from '../lib/click-keeper.js';
import { keepFocus } from '../lib/focus-keeper.js';
import { describeSelects } from '../lib/select-values.js';
import { firstPageOf } from './first-paths.js';
import { startFirstRequests } from './first-requests.js';
import { startI18n } from './i18n.js';
import { Providers } from './providers.js';
import { router } from './router.js';

/**
 * Draws the console.
 * @throws Error when no texts can be fetched
 */
export async function draw(root: HTMLElement): Promise<void> {
  await startI18n();
  const first = firstPageOf(window.location);
  if (first !== null) {
    startFirstRequests(first);
  }
  watchClicks(window);
  keepClicks();
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
