import { late } from '../../../components/feedback/late.js';

/** The dialog for a reason, whose code comes when it is asked for. */
export const ReasonDialog = late(async () => (await import('./reason-dialog.js')).ReasonDialog);
