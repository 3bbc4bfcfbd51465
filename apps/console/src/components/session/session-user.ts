import type { CurrentUser } from '@switchyard/contracts';
import { createContext, useContext } from 'react';

export const SessionUser = createContext<CurrentUser | null>(null);

/** Only below the session gate. */
export function useSessionUser(): CurrentUser {
  const user = useContext(SessionUser);
  if (user === null) {
    throw new Error('useSessionUser needs the session gate above it');
  }
  return user;
}
