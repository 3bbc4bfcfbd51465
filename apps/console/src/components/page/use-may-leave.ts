import { useProject } from './project-context.js';
import { useSessionUser } from '../session/session-user.js';

/** `absent`: an administrator who is no member; `no`: an owner, who cannot leave. */
export function useMayLeave(): 'yes' | 'no' | 'absent' {
  const { role } = useProject();
  const { admin } = useSessionUser();
  if (role === '') {
    return 'absent';
  }
  return role === 'owner' && !admin ? 'no' : 'yes';
}
