/**
 * Keys of the texts, alone or in groups, that the frame of a project and its history show. The others are fetched with the
 * first page or dialog that needs them.
 */
export const FIRST_TEXTS: ReadonlySet<string> = new Set([
  'bulk.select',
  'bulk.selectAll',
  'common',
  'dashboard',
  'errorPage',
  'errors',
  'filter',
  'history',
  'log.facts.ofFork',
  'log.plan.confirmedBy',
  'log.plan.mergeOf',
  'log.plan.rejectedBy',
  'log.stoppedBy',
  'nav',
  'notFound',
  'pager',
  'palette.jump',
  'project.created',
  'project.demoName',
  'role',
  'shell',
  'shortcuts.title',
  'start',
  'status',
  'subscription.activate',
  'subscription.details',
  'task',
  'waiting',
]);
