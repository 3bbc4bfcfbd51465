import { describe, expect, it } from '@jest/globals';
import { runtimePackages } from './lockfile.mjs';

const LOCKFILE = `
lockfileVersion: '9.0'
importers:
  apps/runner:
    dependencies:
      '@x/lib': { specifier: workspace:*, version: link:../../libs/lib }
      agent: { specifier: 'catalog:', version: 2.0.0(peer@1.0.0) }
    devDependencies:
      jest: { specifier: 'catalog:', version: 9.0.0 }
  libs/lib:
    dependencies:
      '@scope/deep': { specifier: ^1, version: 1.2.3 }
packages:
  agent@2.0.0: { resolution: { integrity: sha512-YQ== } }
  '@scope/deep@1.2.3': { resolution: { integrity: sha512-Yg== } }
  native@3.0.0: { resolution: { integrity: sha512-Yw== } }
  peer@1.0.0: { resolution: { integrity: sha512-ZA== } }
  jest@9.0.0: { resolution: { integrity: sha512-ZQ== } }
snapshots:
  agent@2.0.0(peer@1.0.0):
    dependencies: { peer: 1.0.0, '@scope/deep': 1.2.3 }
    optionalDependencies: { native: 3.0.0 }
  '@scope/deep@1.2.3':
    dependencies: { agent: 2.0.0(peer@1.0.0) }
  native@3.0.0: {}
  peer@1.0.0: {}
  jest@9.0.0: {}
`;

const manifest = (directory: string) => ({ name: `@x/${directory.split('/')[1]}`, version: '0.1.0' });

describe(runtimePackages.name, () => {
  const found = runtimePackages(LOCKFILE, 'apps/runner', manifest);

  it('should follow projects and packages, also in a circle, to what is needed at run time', () => {
    expect([...found.keys()]).toEqual([
      '@x/runner@0.1.0',
      '@x/lib@0.1.0',
      '@scope/deep@1.2.3',
      'agent@2.0.0',
      'peer@1.0.0',
    ]);
  });

  it('should return integrity and dependencies', () => {
    expect(found.get('agent@2.0.0')).toEqual({
      name: 'agent',
      version: '2.0.0',
      integrity: 'sha512-YQ==',
      dependencies: ['@scope/deep@1.2.3', 'peer@1.0.0'],
    });
    expect(found.get('@x/lib@0.1.0')?.integrity).toBeNull();
  });
});
