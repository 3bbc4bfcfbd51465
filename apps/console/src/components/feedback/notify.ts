import { errorMessage } from '../../api/api-error.js';
import { addNotice } from './notices.js';

/** Spec section 9: snackbar time-out 3000 ms. */
const seconds = 3;

export interface Notify {
  success: (text: string, key?: string) => void;
  warning: (text: string, lasting?: number) => void;
  error: (error: unknown) => void;
}

const notify: Notify = {
  success: (text, key) => addNotice({ kind: 'success', text, seconds, ...(key !== undefined && { key }) }),
  warning: (text, lasting = seconds) => addNotice({ kind: 'warning', text, seconds: lasting }),
  error: (error) => addNotice({ kind: 'error', text: errorMessage(error), seconds }),
};

/** Snackbars for what is not visible on screen by itself. */
export const useNotify = (): Notify => notify;
