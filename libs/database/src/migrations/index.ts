import { ActivityCodes1764401000000 } from './1764401000000-activity-codes.js';
import { Alerts1764460000000 } from './1764460000000-alerts.js';
import { Audit1764050000000 } from './1764050000000-audit.js';
import { ReferenceIndexes1764578000000 } from './1764578000000-reference-indexes.js';
import { Billing1764574000000 } from './1764574000000-billing.js';
import { BlobBucket1764581410000 } from './1764581410000-blob-bucket.js';
import { Blobs1764380000000 } from './1764380000000-blobs.js';
import { BranchListings1764470000000 } from './1764470000000-branch-listings.js';
import { Coupons1764580100000 } from './1764580100000-coupons.js';
import { LogSegments1764581320000 } from './1764581320000-log-segments.js';
import { SentParams1764581420000 } from './1764581420000-sent-params.js';
import { SecretNames1764581421000 } from './1764581421000-secret-names.js';
import { TokenScopes1764581422000 } from './1764581422000-token-scopes.js';
import { DefaultRunners1764581423000 } from './1764581423000-default-runners.js';
import { LogLinks1764581310000 } from './1764581310000-log-links.js';
import { CreateSchema1763700000000 } from './1763700000000-create-schema.js';
import { Fleet1763900000000 } from './1763900000000-fleet.js';
import { People1764000000000 } from './1764000000000-people.js';
import { DeletingProjects1764572000000 } from './1764572000000-deleting-projects.js';
import { CachesOfRunners1764579000000 } from './1764579000000-caches-of-runners.js';
import { Demo1764579100000 } from './1764579100000-demo.js';
import { Deliveries1764360000000 } from './1764360000000-deliveries.js';
import { DueByTemplate1764510000000 } from './1764510000000-due-by-template.js';
import { EndProblems1764400000000 } from './1764400000000-end-problems.js';
import { Execution1763800000000 } from './1763800000000-execution.js';
import { History1763950000000 } from './1763950000000-history.js';
import { Integrations1764450000000 } from './1764450000000-integrations.js';
import { HistoryPages1764480000000 } from './1764480000000-history-pages.js';
import { LaunchRules1764230000000 } from './1764230000000-launch-rules.js';
import { LaunchKeys1764240000000 } from './1764240000000-launch-keys.js';
import { LostAttempts1764581430000 } from './1764581430000-lost-attempts.js';
import { LoginCase1764370000000 } from './1764370000000-login-case.js';
import { LogSize1763960000000 } from './1763960000000-log-size.js';
import { PlanViews1764540000000 } from './1764540000000-plan-views.js';
import { ProjectClearings1764410000000 } from './1764410000000-project-clearings.js';
import { LogMasks1764581300000 } from './1764581300000-log-masks.js';
import { PendingTotps1764530000000 } from './1764530000000-pending-totps.js';
import { PublicKeys1764530000001 } from './1764530000001-public-keys.js';
import { Proofs1764120000000 } from './1764120000000-proofs.js';
import { SealedAddresses1764110000000 } from './1764110000000-sealed-addresses.js';
import { Schedules1764420000000 } from './1764420000000-schedules.js';
import { TaskDays1764430000001 } from './1764430000001-task-days.js';
import { StopGrace1764581440000 } from './1764581440000-stop-grace.js';
import { WorkspaceDrift1764581460000 } from './1764581460000-workspace-drift.js';
import { WorkspaceLines1764581450000 } from './1764581450000-workspace-lines.js';
import { Outbox1764581600000 } from './1764581600000-outbox.js';
import { KeyProblems1764581620000 } from './1764581620000-key-problems.js';
import { ViewMembers1764581630000 } from './1764581630000-view-members.js';
import { AccessGrants1764581640000 } from './1764581640000-access-grants.js';
import { LastingTokens1764581610000 } from './1764581610000-lasting-tokens.js';
import { BillingTiers1764581700000 } from './1764581700000-billing-tiers.js';
import { DueTimes1764581710000 } from './1764581710000-due-times.js';
import { Reservations1764581720000 } from './1764581720000-reservations.js';
import { GivenReasons1764581730000 } from './1764581730000-given-reasons.js';
import { MatchersOfOwnAddresses1764581740000 } from './1764581740000-matchers-of-own-addresses.js';
import { SeveralReservations1764581800000 } from './1764581800000-several-reservations.js';
import { WebhookKeys1764581810000 } from './1764581810000-webhook-keys.js';
import { ConfirmationRules1764582100000 } from './1764582100000-confirmation-rules.js';
import { PreparingRunners1764582200000 } from './1764582200000-preparing-runners.js';
import { RefusedRunners1764582310000 } from './1764582310000-refused-runners.js';
import { RepositoryTrust1764582320000 } from './1764582320000-repository-trust.js';
import { OneTaskOfACommit1764582330000 } from './1764582330000-one-task-of-a-commit.js';
import { CommitStatuses1764582420000 } from './1764582420000-commit-statuses.js';
import { PushedCommits1764583000000 } from './1764583000000-pushed-commits.js';
import { PullRequests1764583010000 } from './1764583010000-pull-requests.js';
import { RepositoryTests1764583200000 } from './1764583200000-repository-tests.js';
import { AuditFilters1764583300000 } from './1764583300000-audit-filters.js';
import { RunnerSeparation1764583400000 } from './1764583400000-runner-separation.js';
import { CommentPages1764583410000 } from './1764583410000-comment-pages.js';
import { TokenUses1764583500000 } from './1764583500000-token-uses.js';
import { AuditReceivers1764583510000 } from './1764583510000-audit-receivers.js';
import { DirectoryChecks1764583800000 } from './1764583800000-directory-checks.js';
import { CommitBranches1764583810000 } from './1764583810000-commit-branches.js';
import { ForkRunners1764583820000 } from './1764583820000-fork-runners.js';
import { SparsePaths1764583830000 } from './1764583830000-sparse-paths.js';
import { GrowthIndexes1764583880000 } from './1764583880000-growth-indexes.js';
import { ForgeAccounts1764583891000 } from './1764583891000-forge-accounts.js';
import { ReviewedPlans1764583890000 } from './1764583890000-reviewed-plans.js';
import { TaskTraces1764583900000 } from './1764583900000-task-traces.js';
import { ForgeTokens1764583910000 } from './1764583910000-forge-tokens.js';
import { TaskOutputs1764584000000 } from './1764584000000-task-outputs.js';
import { IdsOfPeople1764584200000 } from './1764584200000-ids-of-people.js';
import { Workflows1764584300000 } from './1764584300000-workflows.js';
import { WaitingNodes1764584400000 } from './1764584400000-waiting-nodes.js';
import { ScheduledWorkflows1764584500000 } from './1764584500000-scheduled-workflows.js';
import { IdTokens1764584600000 } from './1764584600000-id-tokens.js';
import { ImportedTasks1764584900000 } from './1764584900000-imported-tasks.js';
import { TemplateImages1764585000000 } from './1764585000000-template-images.js';
import { WorkflowExpressions1764585100000 } from './1764585100000-workflow-expressions.js';
import { SeveralApprovals1764585200000 } from './1764585200000-several-approvals.js';
import { RunAlerts1764585210000 } from './1764585210000-run-alerts.js';
import { ProjectSyncs1764585400000 } from './1764585400000-project-syncs.js';
import { DeviceLogins1764585410000 } from './1764585410000-device-logins.js';
import { QueuedRuns1764585500000 } from './1764585500000-queued-runs.js';
import { ImageDigests1764585600000 } from './1764585600000-image-digests.js';
import { ImageKeys1764585610000 } from './1764585610000-image-keys.js';
import { GroupRoles1764585700000 } from './1764585700000-group-roles.js';
import { PushPatterns1764582410000 } from './1764582410000-push-patterns.js';
import { RepositoryForge1764582400000 } from './1764582400000-repository-forge.js';
import { StoppedBy1764411000000 } from './1764411000000-stopped-by.js';
import { TaskEvents1764310000000 } from './1764310000000-task-events.js';
import { Views1764430000000 } from './1764430000000-views.js';
import { TerraformStates1764440000000 } from './1764440000000-terraform-states.js';
import { VaultReferences1764580000000 } from './1764580000000-vault-references.js';
import { WaitingOrder1764100000000 } from './1764100000000-waiting-order.js';

/** Every migration, oldest first. */
export const migrations = [
  CreateSchema1763700000000,
  Execution1763800000000,
  Fleet1763900000000,
  History1763950000000,
  LogSize1763960000000,
  People1764000000000,
  Audit1764050000000,
  WaitingOrder1764100000000,
  SealedAddresses1764110000000,
  Proofs1764120000000,
  LaunchRules1764230000000,
  LaunchKeys1764240000000,
  TaskEvents1764310000000,
  Deliveries1764360000000,
  LoginCase1764370000000,
  Blobs1764380000000,
  EndProblems1764400000000,
  ActivityCodes1764401000000,
  ProjectClearings1764410000000,
  StoppedBy1764411000000,
  Schedules1764420000000,
  Views1764430000000,
  TaskDays1764430000001,
  TerraformStates1764440000000,
  Integrations1764450000000,
  Alerts1764460000000,
  BranchListings1764470000000,
  HistoryPages1764480000000,
  DueByTemplate1764510000000,
  PendingTotps1764530000000,
  PublicKeys1764530000001,
  PlanViews1764540000000,
  DeletingProjects1764572000000,
  Billing1764574000000,
  ReferenceIndexes1764578000000,
  CachesOfRunners1764579000000,
  Demo1764579100000,
  VaultReferences1764580000000,
  Coupons1764580100000,
  LogMasks1764581300000,
  LogLinks1764581310000,
  LogSegments1764581320000,
  BlobBucket1764581410000,
  SentParams1764581420000,
  SecretNames1764581421000,
  TokenScopes1764581422000,
  DefaultRunners1764581423000,
  LostAttempts1764581430000,
  StopGrace1764581440000,
  WorkspaceLines1764581450000,
  WorkspaceDrift1764581460000,
  Outbox1764581600000,
  LastingTokens1764581610000,
  KeyProblems1764581620000,
  ViewMembers1764581630000,
  AccessGrants1764581640000,
  BillingTiers1764581700000,
  DueTimes1764581710000,
  Reservations1764581720000,
  GivenReasons1764581730000,
  MatchersOfOwnAddresses1764581740000,
  SeveralReservations1764581800000,
  WebhookKeys1764581810000,
  ConfirmationRules1764582100000,
  PreparingRunners1764582200000,
  RefusedRunners1764582310000,
  RepositoryTrust1764582320000,
  OneTaskOfACommit1764582330000,
  RepositoryForge1764582400000,
  PushPatterns1764582410000,
  CommitStatuses1764582420000,
  PushedCommits1764583000000,
  PullRequests1764583010000,
  RepositoryTests1764583200000,
  AuditFilters1764583300000,
  RunnerSeparation1764583400000,
  CommentPages1764583410000,
  TokenUses1764583500000,
  AuditReceivers1764583510000,
  DirectoryChecks1764583800000,
  CommitBranches1764583810000,
  ForkRunners1764583820000,
  SparsePaths1764583830000,
  GrowthIndexes1764583880000,
  ReviewedPlans1764583890000,
  ForgeAccounts1764583891000,
  TaskTraces1764583900000,
  ForgeTokens1764583910000,
  TaskOutputs1764584000000,
  IdsOfPeople1764584200000,
  Workflows1764584300000,
  WaitingNodes1764584400000,
  ScheduledWorkflows1764584500000,
  IdTokens1764584600000,
  ImportedTasks1764584900000,
  TemplateImages1764585000000,
  WorkflowExpressions1764585100000,
  SeveralApprovals1764585200000,
  RunAlerts1764585210000,
  ProjectSyncs1764585400000,
  DeviceLogins1764585410000,
  QueuedRuns1764585500000,
  ImageDigests1764585600000,
  ImageKeys1764585610000,
  GroupRoles1764585700000,
];

/** Names of all of this version. */
export const knownMigrations: readonly string[] = migrations.map(({ name }) => name);

/** Those of some names that this version does not know: a newer one ran them. */
export const unknownMigrations = (names: readonly string[]): string[] =>
  names.filter((name) => !migrations.some((known) => known.name === name));
