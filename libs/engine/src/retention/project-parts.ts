/** Rows of a project that go in one statement after the other. */
export interface Part {
  /**
   * Removes $3 rows of project $1 at most, answers how many (`n`), the last (`last`) where the next is to begin behind it
   * ($2), and what changes with every task that is made (`newest`).
   */
  statement: string;
}

/**
 * Removals commit without waiting for the disk, and so hold up no other commit: after a crash of the server, lost ones are
 * removed again.
 */
const NO_WAIT = `set_config('synchronous_commit', 'off', true)`;
const NEWEST = '(select last_value from task_id_seq)::text as newest';

/**
 * Locked tasks are left to the end. In the order of ids, so that a statement reads nothing that is gone. Arrays and no joins: a
 * plan that was made while there were few tasks, and is kept by the connection, would read all of them each time.
 */
export const TASKS: Part = {
  statement: `
    with victims as (
      select id from task where project_id = $1 and id > $2 order by id limit $3 for update skip locked),
    events as (delete from task_event where task_id = any(array(select id from victims))),
    gone as (delete from task where id = any(array(select id from victims)) returning id)
    select count(*)::int as n, max(id) as last, ${NEWEST}, ${NO_WAIT} from gone`,
};

const ofProject = 'project_id = $1';
const of = (parent: string): string => `${parent}_id in (select id from ${parent} where ${ofProject})`;

/** Everything else that may be much, each before what it refers to. The rest goes with the row of the project. */
export const PARTS: readonly Part[] = [
  part('schedule_run', of('schedule')),
  part('schedule', ofProject),
  part('integration_delivery', of('integration')),
  part('integration_launch', of('integration')),
  part('integration', ofProject),
  part('event', ofProject),
  part('outbox_message', ofProject),
  part('task_day', ofProject),
  part('launch_key', ofProject),
  part('imported_task', ofProject),
  part('terraform_state', ofProject),
  part('inventory_content', ofProject),
  part('workflow_run', ofProject),
  part('workflow', ofProject),
  part('template', ofProject),
];

function part(table: string, owned: string): Part {
  return {
    statement: `
      with victims as (
        select ctid as place from ${table} where ${owned} and $2::int is not null limit $3 for update skip locked),
      gone as (delete from ${table} where ctid = any(array(select place from victims)) returning 1)
      select count(*)::int as n, null::int as last, ${NEWEST}, ${NO_WAIT} from gone`,
  };
}
