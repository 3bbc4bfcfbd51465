import type { AccessGrant, AccessGrantKind } from '@switchyard/contracts';
import type { EntityManager } from 'typeorm';

/** Most that are listed. */
const MOST = 1_000;

export type GrantRow = Omit<AccessGrant, 'created' | 'path'> & {
  created: Date;
  object_id: string;
  /** Its parent, such as the integration of an address. */
  parent_id: number | null;
};

/** The id of a kind that has numbers. */
const idOf = (kind: AccessGrantKind): string => `case when g.kind = '${kind}' then g.object_id::int end`;

/** Grants that still act, newest first. @param userId of its maker; `null` = everybody's */
export function findGrants(manager: EntityManager, userId: number | null): Promise<GrantRow[]> {
  return manager.query<GrantRow[]>(
    `select g.id, g.kind, g.object_id, g.project_id, p.name as project_name, g.user_id, g.username, g.created, made.name,
            made.parent_id, t.prefix as token,
            (g.user_id is not null and u.id is null)
              or (g.token_id is not null and (t.id is null or t.expired or coalesce(t.expires <= now(), false)))
              as maker_ended
       from access_grant g
       left join project p on p.id = g.project_id
       left join "user" u on u.id = g.user_id
       left join api_token t on t.id = g.token_id
       join lateral (
         select name, null::int as parent_id from runner where id = ${idOf('runner')}
         union all
         select name, null from runner_registration_token
          where id = ${idOf('registration_token')} and used is null and expires > now()
         union all
         select left(alias, 6), integration_id from integration_alias where id = ${idOf('integration_alias')}
         union all
         select left(alias, 6), inventory_id from terraform_alias where id = ${idOf('terraform_alias')}
         union all
         select member.username, null from project_member m join "user" member on member.id = m.user_id
          where m.project_id = g.project_id and m.user_id = ${idOf('member')}
         union all
         select username, null from "user" where id = ${idOf('user')}
         union all
         select coalesce(nullif(title, ''), id), null from app where g.kind = 'app' and id = g.object_id
         union all
         select '#' || task_id, task_id from log_link where id = ${idOf('log_link')} and expires > now()
       ) made on true
      where ($1::int is null or g.user_id = $1) and p.deleting is null
      order by g.id desc limit ${MOST}`,
    [userId],
  );
}
