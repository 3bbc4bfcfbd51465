import { describe, expect, it } from '@jest/globals';
import { registryOf } from './registry-login.js';

describe(registryOf.name, () => {
  it.each([
    ['alpine', 'docker.io'],
    ['team/tools:1', 'docker.io'],
    ['localhost/tools', 'localhost'],
    ['ghcr.io/team/tools', 'ghcr.io'],
    ['registry:5000/tools', 'registry:5000'],
    ['alpine:3', 'docker.io'],
  ])('should find that of %s', (image, host) => {
    expect(registryOf(image)).toBe(host);
  });
});
