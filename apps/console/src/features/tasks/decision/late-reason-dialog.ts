import { lazy } from 'react';

/** The dialog for a reason, whose code comes when it is asked for. */
export const ReasonDialog = lazy(async () => ({ default: (await import('./reason-dialog.js')).ReasonDialog }));
