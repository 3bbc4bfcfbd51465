import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './styles/fonts.css';
import './styles/base.css';
import './styles/form.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { startI18n } from './app/i18n.js';
import { Providers } from './app/providers.js';
import { router } from './app/router.js';

async function start(): Promise<void> {
  await startI18n();
  const root = document.getElementById('root');
  if (root === null) {
    throw new Error('The page has no element with the id "root"');
  }
  createRoot(root).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  );
}

void start();
