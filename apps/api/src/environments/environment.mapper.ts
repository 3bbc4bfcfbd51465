import type { Environment as WireEnvironment } from '@switchyard/contracts';
import type { Environment, EnvironmentSecret } from '@switchyard/database';

/** An environment as people may see it: of its secrets only kind and name, of its password nothing. */
export function toEnvironment(row: Environment, secrets: readonly EnvironmentSecret[]): WireEnvironment {
  return {
    id: row.id,
    project_id: row.projectId,
    name: row.name,
    password: null,
    json: row.json,
    env: row.env,
    secrets: secrets.map(({ id, type, name }) => ({ id, type, name, secret: '', operation: '' })),
  };
}
