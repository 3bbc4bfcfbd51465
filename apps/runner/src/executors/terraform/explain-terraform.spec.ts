import { describe, expect, it } from '@jest/globals';
import { explainTerraform } from './explain-terraform.js';

const END = { exitCode: 1, signal: null };

describe(explainTerraform.name, () => {
  it('should name the provider that is missing', () => {
    const tail = `
╷
│ Error: Failed to query available provider packages
│ 
│ Could not retrieve the list of available versions for provider
│ acme/none: provider registry.terraform.io/acme/none was not found
│ in any of the search locations
│ 
│   - /mirror
╵
`;
    expect(explainTerraform(END, tail)).toBe(
      'Failed to query available provider packages: Could not retrieve the list of available versions for provider acme/none: provider registry.terraform.io/acme/none was not found in any of the search locations',
    );
  });

  it('should answer the title of any other error, and nothing without one', () => {
    expect(explainTerraform(END, '╷\n│ Error: Unsupported argument\n│ \n│   on main.tf line 3\n╵\n')).toBe(
      'Unsupported argument',
    );
    expect(explainTerraform(END, 'Error: Failed to install provider')).toBe('Failed to install provider');
    expect(explainTerraform(END, 'no word of it')).toBeNull();
    expect(explainTerraform(END, 'Error: Saved plan is stale')).toMatchObject({ code: 'terraform_stale' });
  });
});
