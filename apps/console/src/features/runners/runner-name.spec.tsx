import { describe, expect, it } from '@jest/globals';
import type { Runner } from '@switchyard/contracts';
import { renderToStaticMarkup } from 'react-dom/server';
import { RunnerName } from './runner-name.js';

const runner = { name: 'box', version: '1.2', platform: 'linux x64', apps: [] } as unknown as Runner;
const shown = (change: Partial<Runner>): string =>
  renderToStaticMarkup(<RunnerName runner={{ ...runner, ...change }} />);

describe(RunnerName.name, () => {
  it.each(['none', 'partial', 'full'] as const)('should say what separates tasks where that is %s', (separation) => {
    expect(shown({ separation })).toContain(`>1.2 · linux x64 · runners.separation.${separation}<`);
  });

  it('should say nothing of it where the runner does not', () => {
    expect(shown({ separation: null })).toContain('>1.2 · linux x64<');
  });
});
