import { Module } from '@nestjs/common';
import { VaultEndpoints } from './vault-endpoints.js';
import { VaultFeature } from './vault-feature.js';
import { VaultReader } from './vault-reader.js';

/** Values that a vault keeps for keys and variable groups (ADR 0053). */
@Module({ providers: [VaultEndpoints, VaultFeature, VaultReader], exports: [VaultFeature, VaultReader] })
export class VaultModule {}
