import { isRejectedWithValue, type Middleware } from '@reduxjs/toolkit';
import type { ApiError } from './api-error.js';
import { baseApi } from './base-api.js';

/** Whether the failed call was a change that the user may not make any more. */
function isRefusedChange(action: unknown): boolean {
  if (!isRejectedWithValue(action)) {
    return false;
  }
  const { status } = action.payload as Partial<ApiError>;
  const { type } = (action.meta.arg ?? {}) as { type?: string };
  return status === 403 && type === 'mutation';
}

/** A refused change means that the screen offered too much: roles and flags are read again, and buttons follow. */
export const refreshRightsWhenRefused: Middleware = ({ dispatch }) => {
  return (next) => (action) => {
    const result = next(action);
    if (isRefusedChange(action)) {
      dispatch(baseApi.util.invalidateTags(['User', 'Team']));
    }
    return result;
  };
};
