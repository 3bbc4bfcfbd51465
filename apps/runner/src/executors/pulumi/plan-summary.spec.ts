import { describe, expect, it } from '@jest/globals';
import { pulumiSummary } from './plan-summary.js';

const urn = (type: string, name: string): string => `urn:pulumi:dev::project::${type}::${name}`;

describe(pulumiSummary.name, () => {
  it('should count what Pulumi counts: not the provider that it makes by itself', () => {
    const resourcePlans = {
      [urn('pulumi:pulumi:Stack', 'project-dev')]: { steps: ['create'] },
      [urn('pulumi:providers:pulumi', 'default')]: { steps: ['create'] },
      [urn('pulumi:providers:aws', 'default_6_0_1')]: { steps: ['create'] },
      [urn('pulumi:providers:aws', 'west')]: { steps: ['create'] },
      [urn('aws:s3:Bucket', 'default')]: { steps: ['update'] },
      [urn('aws:s3:Bucket', 'old')]: { steps: ['create-replacement', 'replace', 'delete-replaced'] },
    };
    expect(pulumiSummary(JSON.stringify({ resourcePlans }))).toMatchObject({ add: 3, change: 1, destroy: 1 });
  });

  it('should answer nothing for what is no plan', () => {
    expect(pulumiSummary('[')).toBeNull();
  });
});
