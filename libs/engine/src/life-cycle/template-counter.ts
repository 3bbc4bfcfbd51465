/**
 * The CTEs that count new or deleted tasks at their templates. They take the rows of the templates in the order of
 * their ids, as everything does that takes several, so that no two wait for each other.
 * @param tasks a CTE with a `template_id` per task
 */
export const countTasks = (tasks: string, change: '+' | '-'): string => `
  locked as (
    select id from template where id in (select template_id from ${tasks}) order by id for no key update),
  counted as (
    update template set tasks = greatest(template.tasks ${change} changed.n, 0)
      from locked join (select template_id, count(*)::int as n from ${tasks} group by 1) changed
        on changed.template_id = locked.id
     where template.id = locked.id)`;
