import { describe, expect, it } from '@jest/globals';
import { configs, imageCommands } from './configs.js';

const place = { address: 'https://deploy.example.com/base', version: '1.2.3' };

describe('configurations', () => {
  it.each(['runner', 'compose', 'helm'] as const)('should lead %s to this server', (name) => {
    expect(configs[name](place)).toContain('"https://deploy.example.com/base"');
  });

  it('should hold an address as one text, whatever is in it', () => {
    expect(configs.runner({ ...place, address: 'https://a"\nX: y' })).toContain('"https://a\\"\\nX: y"');
  });

  it('should name the images of this version', () => {
    expect(imageCommands(place)[2]?.command).toBe(
      'docker build --file docker/runner.Dockerfile --tag switchyard/runner:1.2.3 .',
    );
    expect(configs.compose(place)).toContain('switchyard/runner:1.2.3');
  });
});
