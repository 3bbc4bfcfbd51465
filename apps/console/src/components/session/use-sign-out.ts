import { useLogoutMutation } from '../../api/auth-api.js';
import { announceSessionEnd } from '../../api/session-end.js';
import { closeSocket } from '../../api/socket.js';
import { useNotify } from '../feedback/notify.js';

/** Ends the session and leads to the sign-in page. */
export function useSignOut(): () => Promise<void> {
  const [logout] = useLogoutMutation();
  const notify = useNotify();
  return async () => {
    try {
      await logout().unwrap();
      closeSocket();
      announceSessionEnd(true);
    } catch (error) {
      notify.error(error);
    }
  };
}
