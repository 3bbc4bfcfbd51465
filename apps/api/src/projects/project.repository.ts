import { Project, ProjectMember } from '@switchyard/database';
import type { EntityManager } from 'typeorm';

/** The projects that a user is a member of; all of them for an administrator. */
export function findProjects(
  manager: EntityManager,
  { admin, userId }: { admin: boolean; userId: number },
): Promise<Project[]> {
  const query = manager.createQueryBuilder(Project, 'project');
  if (!admin) {
    query.innerJoin(ProjectMember, 'member', 'member.projectId = project.id and member.userId = :userId', { userId });
  }
  return query.getMany();
}
