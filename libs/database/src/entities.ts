import { AccessGrant } from './access-grant/access-grant.entity.js';
import { AccessKey } from './access-key/access-key.entity.js';
import { AlertChannel } from './alert/alert-channel.entity.js';
import { App } from './app/app.entity.js';
import { ApiToken } from './api-token/api-token.entity.js';
import { Attempt } from './attempt/attempt.entity.js';
import { Reservation } from './attempt/reservation.entity.js';
import { Audit } from './audit/audit.entity.js';
import { AuditReceiver } from './audit/audit-receiver.entity.js';
import { BillingAccount } from './billing/billing-account.entity.js';
import { BillingPayment } from './billing/billing-payment.entity.js';
import { BillingPeriod } from './billing/billing-period.entity.js';
import { BillingTransfer } from './billing/billing-transfer.entity.js';
import { BillingUsage } from './billing/billing-usage.entity.js';
import { SandboxPayment } from './billing/sandbox-payment.entity.js';
import { OutboxMessage } from './outbox/outbox-message.entity.js';
import { OutboxTarget } from './outbox/outbox-target.entity.js';
import { Blob, BlobChunk } from './blob/blob.entity.js';
import { BlobBucket, OldBlob } from './bucket/blob-bucket.entity.js';
import { Environment } from './environment/environment.entity.js';
import { EnvironmentSecret } from './environment/environment-secret.entity.js';
import { Event } from './event/event.entity.js';
import { BranchListing } from './schedule/branch-listing.entity.js';
import { GitRepository } from './git-repository/git-repository.entity.js';
import { Integration } from './integration/integration.entity.js';
import { IntegrationAlias } from './integration/integration-alias.entity.js';
import { IntegrationDelivery } from './integration/integration-delivery.entity.js';
import { CommitLaunch } from './integration/commit-launch.entity.js';
import { PullRequestComment } from './integration/pull-request-comment.entity.js';
import { PullRequestHead } from './integration/pull-request-head.entity.js';
import { IntegrationLaunch } from './integration/integration-launch.entity.js';
import { IntegrationMatcher } from './integration/integration-matcher.entity.js';
import { IntegrationValue } from './integration/integration-value.entity.js';
import { Inventory } from './inventory/inventory.entity.js';
import { AttemptLog } from './log/attempt-log.entity.js';
import { LogChunk } from './log/log-chunk.entity.js';
import { LogSegment } from './log/log-segment.entity.js';
import { LogLink } from './log/log-link.entity.js';
import { ManagedRow, ProjectSync } from './sync/project-sync.entity.js';
import { DeviceLogin } from './session/device-login.entity.js';
import { Project } from './project/project.entity.js';
import { ProjectMember } from './project/project-member.entity.js';
import { Runner, RunnerCachesReport } from './runner/runner.entity.js';
import { RunnerRegistrationToken } from './runner/runner-registration-token.entity.js';
import { Schedule } from './schedule/schedule.entity.js';
import { ScheduleRun } from './schedule/schedule-run.entity.js';
import { Demo } from './demo/demo.entity.js';
import { EmailCode } from './session/email-code.entity.js';
import { SignInLimit } from './session/sign-in-limit.entity.js';
import { Session } from './session/session.entity.js';
import { IdTokenKey } from './setting/id-token-key.entity.js';
import { Setting } from './setting/setting.entity.js';
import { ImportedTask } from './task/imported-task.entity.js';
import { Task } from './task/task.entity.js';
import { TaskDay } from './task/task-day.entity.js';
import { TaskEvent } from './task/task-event.entity.js';
import { TaskPlan } from './task/task-plan.entity.js';
import { TaskOutputs } from './task/task-outputs.entity.js';
import { TaskPlanView } from './task/task-plan-view.entity.js';
import { TaskError, TaskHost, TaskStage } from './task/task-results.entity.js';
import { InventoryContent, TaskSnapshot } from './task/task-snapshot.entity.js';
import { Template } from './template/template.entity.js';
import { TemplateVault } from './template/template-vault.entity.js';
import { TerraformAlias } from './terraform/terraform-alias.entity.js';
import { TerraformLock } from './terraform/terraform-lock.entity.js';
import { TerraformState } from './terraform/terraform-state.entity.js';
import { WorkspaceDrift } from './terraform/workspace-drift.entity.js';
import { UserIdentity } from './user/user-identity.entity.js';
import { PendingTotp } from './user/pending-totp.entity.js';
import { UserTotp } from './user/user-totp.entity.js';
import { User } from './user/user.entity.js';
import { UserForgeAccount } from './user/user-forge-account.entity.js';
import { View } from './view/view.entity.js';
import { Workflow } from './workflow/workflow.entity.js';
import { WorkflowDecision } from './workflow/workflow-decision.entity.js';
import { WorkflowNode } from './workflow/workflow-node.entity.js';
import { WorkflowNodeRun } from './workflow/workflow-node-run.entity.js';
import { WorkflowRun } from './workflow/workflow-run.entity.js';
import { WorkflowVersion } from './workflow/workflow-version.entity.js';

/** Every table. */
export const entities = [
  AccessGrant,
  AccessKey,
  AlertChannel,
  ApiToken,
  App,
  Attempt,
  AttemptLog,
  Audit,
  AuditReceiver,
  BillingAccount,
  BillingPayment,
  BillingPeriod,
  BillingTransfer,
  BillingUsage,
  Blob,
  BlobChunk,
  BlobBucket,
  OldBlob,
  BranchListing,
  OutboxMessage,
  OutboxTarget,
  Demo,
  EmailCode,
  Environment,
  EnvironmentSecret,
  Event,
  GitRepository,
  IdTokenKey,
  ImportedTask,
  Integration,
  IntegrationAlias,
  IntegrationDelivery,
  CommitLaunch,
  PullRequestComment,
  PullRequestHead,
  IntegrationLaunch,
  IntegrationMatcher,
  IntegrationValue,
  Inventory,
  InventoryContent,
  LogChunk,
  LogSegment,
  LogLink,
  DeviceLogin,
  ManagedRow,
  ProjectSync,
  Project,
  ProjectMember,
  Reservation,
  Runner,
  RunnerCachesReport,
  RunnerRegistrationToken,
  SandboxPayment,
  Schedule,
  ScheduleRun,
  Session,
  Setting,
  SignInLimit,
  Task,
  TaskDay,
  TaskError,
  TaskEvent,
  TaskHost,
  TaskPlan,
  TaskOutputs,
  TaskPlanView,
  TaskSnapshot,
  TaskStage,
  Template,
  TemplateVault,
  TerraformAlias,
  TerraformLock,
  TerraformState,
  WorkspaceDrift,
  User,
  UserForgeAccount,
  UserIdentity,
  PendingTotp,
  UserTotp,
  View,
  Workflow,
  WorkflowDecision,
  WorkflowNode,
  WorkflowNodeRun,
  WorkflowRun,
  WorkflowVersion,
];
