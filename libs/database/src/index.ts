export { createDataSource, type DataSourceSettings, openDatabase, poolUse } from './data-source.js';
export { migrate } from './migrate.js';
export { knownMigrations, unknownMigrations } from './migrations/index.js';
export { requireDatabase } from './require-database.js';
export { StatementBatcher } from './batch/statement-batcher.js';
export { givenArrays } from './batch/given-array.js';
export { faultless, isOwnFault, isRefused, ItemFault, reasonOf } from './batch/faults.js';
export {
  fulfilled,
  mapApart,
  type Settled,
  settleEach,
  settleInTurn,
  settlePages,
  settleTogether,
  throwFailed,
} from './batch/settle.js';
export { AccessGrant } from './access-grant/access-grant.entity.js';
export { AccessKey } from './access-key/access-key.entity.js';
export { AlertChannel } from './alert/alert-channel.entity.js';
export { App } from './app/app.entity.js';
export { ApiToken } from './api-token/api-token.entity.js';
export { Attempt, type AttemptOutcome, type AttemptStatus } from './attempt/attempt.entity.js';
export { Reservation } from './attempt/reservation.entity.js';
export { Audit } from './audit/audit.entity.js';
export { AuditReceiver } from './audit/audit-receiver.entity.js';
export {
  beginBatch,
  type ClaimedReceiver,
  claimReceivers,
  endBatch,
  failBatch,
  readBatch,
  releaseReceiver,
} from './audit/audit-delivery.repository.js';
export { SettledIds } from './settled-ids.js';
export { deleteOldAudit } from './audit/old-audit.js';
export { BillingAccount } from './billing/billing-account.entity.js';
export { BillingPayment } from './billing/billing-payment.entity.js';
export { BillingPeriod } from './billing/billing-period.entity.js';
export { BillingTransfer } from './billing/billing-transfer.entity.js';
export { BillingUsage } from './billing/billing-usage.entity.js';
export { SandboxPayment } from './billing/sandbox-payment.entity.js';
export { columnsOf, type RowOf, rowOf } from './columns.js';
export {
  attemptAlive,
  attemptUnsettled,
  reservationHolds,
  runnerOnline,
  runnerPresent,
  runnerRefused,
  runnerServes,
  runnerSilent,
  runnerTakesTag,
  taskFinal,
  taskHeld,
  taskLocks,
  taskPlansOnly,
  neededApp,
  taskQueued,
  taskUndecided,
  taskUsesWorkspace,
  workflowNodeAlive,
  workflowRunAlive,
} from './conditions.js';
export { PostgresBlobStore } from './blob/postgres-blob-store.js';
export { BucketBook, type BucketRecord } from './bucket/bucket-book.js';
export { backupUnderWay } from './dump/backup-lock.js';
export { DatabaseLoad, NotEmptyError } from './dump/database-load.js';
export { DatabaseSnapshot } from './dump/database-snapshot.js';
export type { DumpTable } from './dump/dump-tables.js';
export { OutboxMessage } from './outbox/outbox-message.entity.js';
export { OutboxTarget } from './outbox/outbox-target.entity.js';
export {
  claimMessages,
  type ClaimedMessage,
  endOpenMessages,
  endTry,
  findMessage,
  latestMessages,
  projectMessages,
  releaseClaim,
  retireMessages,
  sendAgain,
  type TryEnd,
} from './outbox/outbox.repository.js';
export { Environment } from './environment/environment.entity.js';
export { EnvironmentSecret } from './environment/environment-secret.entity.js';
export { Event } from './event/event.entity.js';
export { BranchListing, type RepositoryDraft } from './schedule/branch-listing.entity.js';
export { GitRepository } from './git-repository/git-repository.entity.js';
export { Integration } from './integration/integration.entity.js';
export { IntegrationAlias } from './integration/integration-alias.entity.js';
export { type DeliveryReading, IntegrationDelivery } from './integration/integration-delivery.entity.js';
export { IntegrationMatcher } from './integration/integration-matcher.entity.js';
export { IntegrationValue } from './integration/integration-value.entity.js';
export { PullRequestHead } from './integration/pull-request-head.entity.js';
export { deleteOldWebhooks } from './integration/old-webhooks.js';
export { Inventory } from './inventory/inventory.entity.js';
export { AttemptLog } from './log/attempt-log.entity.js';
export { LogChunk } from './log/log-chunk.entity.js';
export { LogSegment } from './log/log-segment.entity.js';
export { DeviceLogin } from './session/device-login.entity.js';
export { ManagedRow, ProjectSync } from './sync/project-sync.entity.js';
export { LogLink } from './log/log-link.entity.js';
export { deleteOldLogLinks } from './log/old-log-links.js';
export { TerraformAlias } from './terraform/terraform-alias.entity.js';
export { TerraformLock } from './terraform/terraform-lock.entity.js';
export { TerraformState } from './terraform/terraform-state.entity.js';
export { WorkspaceDrift } from './terraform/workspace-drift.entity.js';
export { deleteOldStates } from './terraform/old-states.js';
export { Demo } from './demo/demo.entity.js';
export { isDemoDue } from './demo/demo-due.js';
export { Project } from './project/project.entity.js';
export { ProjectMember } from './project/project-member.entity.js';
export { usersWhoSee } from './project/users-who-see.js';
export { Runner } from './runner/runner.entity.js';
export { RunnerRegistrationToken } from './runner/runner-registration-token.entity.js';
export { Schedule } from './schedule/schedule.entity.js';
export { ScheduleRun } from './schedule/schedule-run.entity.js';
export { Session } from './session/session.entity.js';
export { deleteOldSessions, deleteOldSignInLimits, SESSION_IDLE_DAYS } from './session/old-sessions.js';
export { EmailCode } from './session/email-code.entity.js';
export { SignInLimit } from './session/sign-in-limit.entity.js';
export { IdTokenKey, type PublicRsaKey } from './setting/id-token-key.entity.js';
export { Setting } from './setting/setting.entity.js';
export { storableText } from './storable-text.js';
export { entityOf, type StoredRow } from './stored-row.js';
export { ImportedTask } from './task/imported-task.entity.js';
export { Task } from './task/task.entity.js';
export { TaskDay } from './task/task-day.entity.js';
export { TaskEvent, type TaskEventKind, type TaskEventOrigin, type TaskTransition } from './task/task-event.entity.js';
export { TaskPlan } from './task/task-plan.entity.js';
export { TaskOutputs } from './task/task-outputs.entity.js';
export { TaskPlanView } from './task/task-plan-view.entity.js';
export { TaskError, TaskHost, TaskStage } from './task/task-results.entity.js';
export { InventoryContent, TaskSnapshot } from './task/task-snapshot.entity.js';
export { type StoredSurveyVariable, Template, type TemplateType } from './template/template.entity.js';
export { TemplateVault } from './template/template-vault.entity.js';
export { UserIdentity } from './user/user-identity.entity.js';
export { PendingTotp } from './user/pending-totp.entity.js';
export { UserTotp } from './user/user-totp.entity.js';
export { User } from './user/user.entity.js';
export { UserForgeAccount } from './user/user-forge-account.entity.js';
export { View } from './view/view.entity.js';
export { Workflow } from './workflow/workflow.entity.js';
export { WorkflowDecision } from './workflow/workflow-decision.entity.js';
export { WorkflowNode } from './workflow/workflow-node.entity.js';
export { WorkflowNodeRun } from './workflow/workflow-node-run.entity.js';
export { WorkflowRun } from './workflow/workflow-run.entity.js';
export { WorkflowVersion } from './workflow/workflow-version.entity.js';
