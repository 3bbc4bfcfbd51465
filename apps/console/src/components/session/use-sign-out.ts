import { useLogoutMutation } from '../../api/auth-api.js';
import { announceSessionEnd } from '../../api/session-end.js';
import { closeSocket } from '../../api/socket.js';
import { useNotify } from '../feedback/notify.js';
import { useSessionUser } from './session-user.js';

/** Ends the session and leads to the sign-in page. */
export function useSignOut(): () => Promise<void> {
  const [logout] = useLogoutMutation();
  const notify = useNotify();
  const user = useSessionUser();
  return async () => {
    try {
      await logout().unwrap();
      // After a sign-out the browser may be left to others.
      (await import('../../lib/drafts/draft-names.js')).forgetDrafts(user);
      closeSocket();
      announceSessionEnd(true);
    } catch (error) {
      notify.error(error);
    }
  };
}
