/**
 * Actions on a resource, in the order in which people want to see them. `delete` = it is destroyed, `replace` = destroyed and
 * created, `forget` = it is left alone and no longer managed, `read` = it is read while the plan is applied.
 */
export const PLAN_ACTIONS = ['delete', 'replace', 'update', 'create', 'import', 'move', 'forget', 'read'] as const;
