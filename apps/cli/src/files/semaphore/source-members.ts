import { idOf, textOf } from '../source-values.js';
import type { SourceDatabase } from './source-database.js';

const ROLES: readonly string[] = ['owner', 'manager', 'task_runner', 'guest'];

/** Members of a project by their logins; somebody with a role of their own is a guest. */
export function membersOf(
  database: SourceDatabase,
  project: number,
  note: (text: string) => void,
): { username: string; role: string }[] {
  const users = new Map(database.rows('user').map((row) => [idOf(row), textOf(row, 'username')]));
  return database.rowsOf('project__user', project).flatMap((row) => {
    const username = users.get(idOf(row, 'user_id'));
    const role = textOf(row, 'role');
    const known = ROLES.includes(role) ? role : 'guest';
    if (username !== undefined && known !== role) {
      note(`member "${username}": there is no role "${role}" here, so it is a guest`);
    }
    return username === undefined ? [] : [{ username, role: known }];
  });
}
