import type { ProjectContents } from '@switchyard/contracts';
import { AccessKey, Environment, Project, ProjectMember } from '@switchyard/database';
import { type EntityManager, IsNull } from 'typeorm';

/**
 * The projects that a user is a member of; all of them for an administrator.
 * @param withDeleting also those that are being deleted
 */
export function findProjects(
  manager: EntityManager,
  { admin, userId }: { admin: boolean; userId: number },
  withDeleting: boolean,
): Promise<Project[]> {
  const query = manager.createQueryBuilder(Project, 'project');
  if (!admin) {
    query.innerJoin(ProjectMember, 'member', 'member.projectId = project.id and member.userId = :userId', { userId });
  }
  return (withDeleting ? query : query.andWhere({ deleting: IsNull() })).getMany();
}

/** Answers the id of the new project. */
export async function insertProject(manager: EntityManager, members: Partial<Project>): Promise<number> {
  const { id } = await manager.save(manager.create(Project, members));
  return id;
}

/** Stores what every project begins with: its owner, a key without a secret and an empty environment. */
export async function insertFirstRows(
  manager: EntityManager,
  projectId: number,
  ownerId: number,
): Promise<{ keyId: number }> {
  await manager.insert(ProjectMember, { projectId, userId: ownerId, role: 'owner' });
  const { id: keyId } = await manager.save(manager.create(AccessKey, { projectId, name: 'None', type: 'none' }));
  await manager.insert(Environment, { projectId, name: 'Empty', json: '{}', env: '{}' });
  return { keyId };
}

export async function updateProject(manager: EntityManager, id: number, changes: Partial<Project>): Promise<void> {
  await manager.update(Project, { id }, changes);
}

/** Null when it was or is being deleted meanwhile. */
export function lockProject(manager: EntityManager, id: number): Promise<Project | null> {
  return manager.findOne(Project, { where: { id, deleting: IsNull() }, lock: { mode: 'pessimistic_write' } });
}

/** Ways into a project that are removed at once: addresses, links, registrations, alerts, due times. */
const DOORS = [
  'integration_alias',
  'terraform_alias',
  'log_link',
  'runner_registration_token',
  'branch_listing',
  'alert_channel',
];

/** Its rows are left. */
export async function markDeleting(manager: EntityManager, projectId: number): Promise<void> {
  await manager.query('update project set deleting = now(), alert = false where id = $1', [projectId]);
  for (const table of DOORS) {
    await manager.query(`delete from ${table} where project_id = $1`, [projectId]);
  }
  await manager.query(
    'update schedule set active = false, next_due = null where project_id = $1 and next_due is not null',
    [projectId],
  );
}

/** Ids of the project's own runners. */
export async function findRunnerIds(manager: EntityManager, projectId: number): Promise<number[]> {
  const runners = await manager.query<{ id: number }[]>('select id from runner where project_id = $1', [projectId]);
  return runners.map(({ id }) => id);
}

/** The counters of templates stand for their tasks, of which there may be millions. */
export async function countContents(manager: EntityManager, projectId: number): Promise<ProjectContents> {
  const of = (table: string): string => `(select count(*)::int from ${table} where project_id = $1) as ${table}s`;
  const [counts] = await manager.query<ProjectContents[]>(
    `select templates.*, (select count(*)::int from terraform_state where project_id = $1) as states,
            ${of('schedule')}, ${of('integration')}, ${of('runner')}
       from (select count(*)::int as templates, coalesce(sum(tasks), 0)::int as tasks from template where project_id = $1) templates`,
    [projectId],
  );
  return counts as ProjectContents;
}
