import { Module } from '@nestjs/common';
import { TerraformAliases } from './aliases/terraform-aliases.js';
import { TerraformAliasesController } from './aliases/terraform-aliases.controller.js';
import { AliasCredentials } from './backend/alias-credentials.js';
import { StateBackend } from './backend/state-backend.js';
import { StateBackendController } from './backend/state-backend.controller.js';
import { StateClientGuard } from './backend/state-client.guard.js';
import { StateClients } from './backend/state-clients.js';
import { WorkspaceDrifts } from './drift/workspace-drifts.js';
import { WorkspaceDriftsController } from './drift/workspace-drifts.controller.js';
import { StateOffers } from './offers/state-offers.js';
import { StateStore } from './state/state-store.js';
import { WorkspaceChanges } from './state/workspace-changes.js';
import { StateVersions } from './versions/state-versions.js';
import { StateViewer } from './versions/state-viewer.js';
import { TerraformStatesController } from './versions/terraform-states.controller.js';

/** States of Terraform: the HTTP backend, its addresses, and versions for people. */
@Module({
  controllers: [
    TerraformAliasesController,
    TerraformStatesController,
    StateBackendController,
    WorkspaceDriftsController,
  ],
  providers: [
    AliasCredentials,
    StateBackend,
    StateClientGuard,
    StateClients,
    StateOffers,
    StateStore,
    StateVersions,
    StateViewer,
    TerraformAliases,
    WorkspaceChanges,
    WorkspaceDrifts,
  ],
  exports: [StateOffers],
})
export class TerraformModule {}
