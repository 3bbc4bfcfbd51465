import { describe, expect, it } from '@jest/globals';
import { configuredEntitlements } from './entitlements.js';

describe(configuredEntitlements.name, () => {
  const on = async (SWITCHYARD_FEATURES?: string[]): Promise<string[]> => {
    const features = await configuredEntitlements({ SWITCHYARD_FEATURES }).features(1);
    return Object.entries(features).flatMap(([name, isOn]) => (isOn ? [name] : []));
  };

  it('should be all features unless the setting names some', async () => {
    const all = ['project_runners', 'terraform_backend', 'task_result', 'hashicorp_vault_secrets'];
    expect(await on()).toEqual(all);
    expect(await on(['task_result'])).toEqual(['task_result']);
    expect(await on([])).toEqual([]);
  });
});
