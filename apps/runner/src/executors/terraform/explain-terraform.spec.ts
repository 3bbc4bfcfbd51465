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

  it('should say that a state is locked only where somebody has the lock', () => {
    const tail = (...lines: string[]): string =>
      ['Error: Error acquiring the state lock', '', ...lines].map((line) => `│ ${line}`.trimEnd()).join('\n');
    const held = tail('Error message: the state is already locked', 'Lock Info:', '  ID: 6f');
    expect(explainTerraform(END, held)).toMatchObject({ code: 'terraform_locked' });
    expect(explainTerraform(END, tail('Error message: open terraform.tfstate: permission denied', ''))).toBe(
      'Error acquiring the state lock: Error message: open terraform.tfstate: permission denied',
    );
  });

  it('should answer the error that an announcement is about, where one follows', () => {
    const announced =
      '│ Error: Terraform encountered problems during initialisation, including problems\n│ with the configuration\n╵\n';
    const cause = '╷\n│ Error: Invalid single-argument block definition\n│ \n│   on main.tf line 2\n╵\n';
    expect(explainTerraform(END, announced + cause)).toBe('Invalid single-argument block definition');
    expect(explainTerraform(END, announced)).toMatch(/^Terraform encountered problems/);
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
