import { allows, type PermissionName, type Project } from '@switchyard/contracts';
import { createContext, useContext } from 'react';

/** The project on screen and what the signed-in user may do in it. */
export interface ProjectContext {
  project: Project;
  projectId: number;
  role: string;
  permissions: number;
}

export const ProjectScope = createContext<ProjectContext | null>(null);

/** Only below the project layout. */
export function useProject(): ProjectContext {
  const scope = useContext(ProjectScope);
  if (scope === null) {
    throw new Error('useProject needs the project layout above it');
  }
  return scope;
}

export function usePermission(name: PermissionName): boolean {
  return allows(useProject().permissions, name);
}
