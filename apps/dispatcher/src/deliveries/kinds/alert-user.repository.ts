import type { EntityManager } from 'typeorm';

/** Who is to get a mail; `n` is the place of the delivery in the request, from 1 on. */
export interface MailedMember {
  n: number;
  email: string;
  language: string | null;
}

/** Users who want mail and may see the project: its members, and administrators. */
const mailed = `
  select wanted.n::int as n, "user".email, "user".language
    from unnest($1::uuid[]) with ordinality as wanted(id, n) join delivery on delivery.id = wanted.id
    join "user" on "user".id = delivery.target_id and "user".alert
   where "user".admin or exists (
     select from project_member member where member.project_id = delivery.project_id and member.user_id = "user".id)`;

/** The readers of these deliveries; those who left, or want no mail any more, are missing. */
export function findMailedMembers(manager: EntityManager, deliveryIds: readonly string[]): Promise<MailedMember[]> {
  return manager.query<MailedMember[]>(mailed, [deliveryIds]);
}
