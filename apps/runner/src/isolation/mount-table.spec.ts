import { describe, expect, it } from '@jest/globals';
import { encodeMounts, sandboxLayout, type SandboxView } from './mount-table.js';

const targets = (view: Partial<SandboxView> & { work: string }): string[] => {
  const nothing = { binds: [], shown: [], hidden: [], fresh: [] };
  const { mounts } = sandboxLayout({ dir: `${view.work}/sandboxes/1`, ...nothing, ...view });
  return mounts.filter(({ options }) => options === 'rbind').map(({ source, target }) => `${source} ${target}`);
};

describe(sandboxLayout.name, () => {
  it('should cover what holds the stages last', () => {
    expect(targets({ work: '/var/lib/w', hidden: ['/srv/data'] }).at(-1)).toBe(
      '/var/lib/w/sandboxes/1/view /var/lib/w',
    );
  });

  it('should put a work directory in the stage of what is covered around it, first', () => {
    const stage = '/tmp/x/w/sandboxes/1';
    const found = targets({ work: '/tmp/x/w' });
    expect(found[0]).toBe(`${stage}/view ${stage}/tmp/x/w`);
    expect(found.at(-1)).toBe(`${stage}/tmp /tmp`);
  });

  it('should cover a hidden directory around the work directory, and no other that is hidden by that', () => {
    const stage = '/data/w/sandboxes/1';
    const found = targets({ work: '/data/w', hidden: ['/data', '/data/inner', '/tmp/unseen', '/data/w/own'] });
    expect(found.filter((line) => line.startsWith(`${stage}/covers`))).toEqual([`${stage}/covers/0 /data`]);
    expect(found[0]).toBe(`${stage}/view ${stage}/covers/0/w`);
  });

  it('should cover a hidden directory in an entry that is shown', () => {
    const stage = '/w/sandboxes/1';
    const found = targets({ work: '/w', shown: ['/tmp/app'], hidden: ['/tmp/app/keys'] });
    expect(found).toContain(`${stage}/covers/0 ${stage}/tmp/app/keys`);
  });
});

describe(encodeMounts.name, () => {
  it('should keep any name in its field', () => {
    const mount = { source: '/a b\n#\\040', target: '/ü\t', type: 'none', options: 'bind' };
    expect(encodeMounts([mount])).toBe('/a\\040b\\012\\043\\134040 /\\303\\274\\011 none bind\n');
  });
});
