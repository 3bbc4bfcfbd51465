import { Module } from '@nestjs/common';
import { AppsModule } from '../apps/apps.module.js';
import { CredentialReader } from '../assignments/credential-reader.js';
import { JobBuilder } from '../assignments/job-builder.js';
import { JobSourceReader } from '../assignments/job-sources.js';
import { ListingSealer } from '../assignments/listing-sealer.js';
import { RepositoryTokens } from '../assignments/repository-tokens.js';
import { SnapshotWriter } from '../assignments/snapshot-writer.js';
import { TaskDetails } from '../assignments/task-details.js';
import { TimeLimit } from '../assignments/time-limit.js';
import { RunnersModule } from '../runners.module.js';
import { TerraformModule } from '../../terraform/terraform.module.js';
import { IdTokens } from './id-tokens/id-tokens.js';
import { IssuerController } from './id-tokens/issuer.controller.js';
import { SigningKeys } from './id-tokens/signing-keys.js';
import { AttemptEndController } from './attempt-end.controller.js';
import { AttemptEnd } from './attempt-end.js';
import { AttemptMaskers } from './reports/attempt-maskers.js';
import { Boxes } from './boxes/boxes.js';
import { IdTokensController } from './id-tokens/id-tokens.controller.js';
import { Listings } from './listings.js';
import { ControlPlanePresence } from './control-plane-presence.js';
import { JobHandout } from './handout/job-handout.js';
import { KeptStateIntake } from './reports/kept-state-intake.js';
import { LogIntake } from './reports/log-intake.js';
import { OpenLineIntake } from './reports/open-line-intake.js';
import { OutputsIntake } from './reports/outputs-intake.js';
import { PlanIntake } from './reports/plan-intake.js';
import { PlanViewIntake } from './reports/plan-view-intake.js';
import { RunnerCheckController } from './runner-check.controller.js';
import { RunnerCheck } from './runner-check.service.js';
import { RunnerDirectory } from './identity/runner-directory.js';
import { RunnerGatewayController, RunnerInfoController } from './runner-gateway.controller.js';
import { AttemptReports } from './reports/attempt-reports.js';
import { AttemptReportsController } from './reports/attempt-reports.controller.js';
import { RunnerPoll } from './runner-poll.js';
import { RunnerGuard } from './identity/runner.guard.js';
import { RunnerRegistration } from './registration/runner-registration.js';
import { RunnerWakeUps } from './handout/runner-wake-ups.js';
import { RunnerRefusals } from './identity/runner-refusals.js';
import { ServerKeys } from './identity/server-keys.js';

@Module({
  imports: [AppsModule, RunnersModule, TerraformModule],
  controllers: [
    RunnerInfoController,
    RunnerCheckController,
    RunnerGatewayController,
    AttemptEndController,
    AttemptReportsController,
    IdTokensController,
    IssuerController,
  ],
  providers: [
    CredentialReader,
    RepositoryTokens,
    JobSourceReader,
    TaskDetails,
    SnapshotWriter,
    TimeLimit,
    JobBuilder,
    ListingSealer,
    RunnerCheck,
    AttemptEnd,
    AttemptReports,
    Boxes,
    IdTokens,
    SigningKeys,
    RunnerPoll,
    AttemptMaskers,
    JobHandout,
    KeptStateIntake,
    Listings,
    LogIntake,
    OpenLineIntake,
    OutputsIntake,
    PlanIntake,
    PlanViewIntake,
    RunnerRegistration,
    RunnerDirectory,
    RunnerGuard,
    RunnerRefusals,
    ControlPlanePresence,
    RunnerWakeUps,
    ServerKeys,
  ],
})
export class RunnerGatewayModule {}
