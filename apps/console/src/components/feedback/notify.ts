import { App } from 'antd';
import { useMemo } from 'react';
import { errorMessage } from '../../api/api-error.js';

/** Spec section 9: snackbar time-out 3000 ms. */
const seconds = 3;

export interface Notify {
  success: (text: string) => void;
  error: (error: unknown) => void;
}

/** Snackbars for what is not visible on screen by itself. */
export function useNotify(): Notify {
  const { message } = App.useApp();
  return useMemo(
    () => ({
      success: (text) => void message.success(text, seconds),
      error: (error) => void message.error(errorMessage(error), seconds),
    }),
    [message],
  );
}
