import { Injectable } from '@nestjs/common';
import { MAX_LAST_EVENTS, type Event } from '@switchyard/contracts';
import { DataSource } from 'typeorm';
import type { Caller } from '../auth/access/caller.js';

/** Most events of a list of all of them; older ones are left out. */
const MAX_EVENTS = 10_000;

type Row = Omit<Event, 'created'> & { created: Date };

const SELECT = `
  select e.user_id, e.project_id, e.integration_id, e.object_id, e.object_type, e.description, e.activity, e.created,
         coalesce(t.playbook, '') as object_name, p.name as project_name, u.username
    from event e
    left join project p on p.id = e.project_id
    left join "user" u on u.id = e.user_id
    left join task k on e.object_type = 'task' and k.id = e.object_id
    left join template t on t.id = k.template_id`;

/** The activity log, newest first. */
@Injectable()
export class EventRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Of the projects the caller may see, and of none. */
  async list(caller: Caller, limit = MAX_EVENTS): Promise<Event[]> {
    return this.rows(
      `${SELECT}
        where $1 or e.project_id is null
           or e.project_id in (select project_id from project_member where user_id = $2)
        order by e.id desc limit $3`,
      [caller.admin, caller.userId, limit],
    );
  }

  last(caller: Caller): Promise<Event[]> {
    return this.list(caller, MAX_LAST_EVENTS);
  }

  listOfProject(projectId: number, limit = MAX_EVENTS): Promise<Event[]> {
    return this.rows(`${SELECT} where e.project_id = $1 order by e.id desc limit $2`, [projectId, limit]);
  }

  lastOfProject(projectId: number): Promise<Event[]> {
    return this.listOfProject(projectId, MAX_LAST_EVENTS);
  }

  private async rows(sql: string, parameters: unknown[]): Promise<Event[]> {
    const rows = await this.dataSource.query<Row[]>(sql, parameters);
    return rows.map((row) => ({ ...row, created: row.created.toISOString() }));
  }
}
