/**
 * Live updates, one path `/api/ws`.
 *
 * A plain WebSocket (no `EIO` in the query) receives `TaskUpdate` and `LogMessage` as JSON text frames for
 * every project its user may see and sends nothing.
 *
 * socket.io (the console) emits `watch-project` `WatchProject`, `watch-task` `WatchTask`, `watch-runners`
 * `WatchRunners` and `watch-deliveries` `WatchDeliveries` (each replaces the earlier one, `null` leaves),
 * acknowledged with `{ ok: boolean }`, false also for what was replaced or lost before it was granted, and receives
 * `task` `TaskUpdate` of its project, `log` `LogBatch` and `open-line` `OpenLine` of its task. `runners` has no body: the runners it
 * watches changed, or what they have to do; it comes about once a second at most. `deliveries` has none either: the
 * list it watches changed. `workspace` `WorkspaceChange`: the state of a workspace of its project changed, or its lock was taken or
 * freed by other than the end of a task. `gone`: access to the watched
 * project ended. `behind` has no body: too many lines waited for this client, and no more are sent until a new `watch-task`
 * names the line it needs next. Events that come too fast are answered `{ ok: false }`.
 */
export const RealtimeEvent = {
  watchProject: 'watch-project',
  watchTask: 'watch-task',
  watchRunners: 'watch-runners',
  watchDeliveries: 'watch-deliveries',
  task: 'task',
  log: 'log',
  openLine: 'open-line',
  runners: 'runners',
  deliveries: 'deliveries',
  workspace: 'workspace',
  gone: 'gone',
  behind: 'behind',
  /** No body: what the user may do here or elsewhere changed, or may have; the console reads it again. */
  access: 'access',
} as const;
