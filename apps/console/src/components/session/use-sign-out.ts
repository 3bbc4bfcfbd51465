import { useContext } from 'react';
import { useLogoutMutation } from '../../api/auth-api.js';
import { announceSessionEnd } from '../../api/session-end.js';
import { closeSocket } from '../../api/socket.js';
import { forgetDrafts } from '../../lib/drafts/draft-names.js';
import { useNotify } from '../feedback/notify.js';
import { SessionUser } from './session-user.js';

/** Ends the session and leads to the sign-in page. */
export function useSignOut(): () => Promise<void> {
  const [logout] = useLogoutMutation();
  const notify = useNotify();
  const user = useContext(SessionUser);
  return async () => {
    try {
      await logout().unwrap();
      if (user !== null) {
        forgetDrafts(user);
      }
      closeSocket();
      announceSessionEnd(true);
    } catch (error) {
      notify.error(error);
    }
  };
}
