import type { ProjectUser } from '@switchyard/contracts';
import { useSessionUser } from '../../components/session/session-user.js';

/** An owner changes and removes others, not himself, so that nobody gives a project away by mistake; administrators may. */
export function useIsFixed(member: ProjectUser): boolean {
  const { id, admin } = useSessionUser();
  return member.id === id && member.role === 'owner' && !admin;
}
