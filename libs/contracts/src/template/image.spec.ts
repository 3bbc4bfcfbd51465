import { describe, expect, it } from '@jest/globals';
import { isImage, SentImage } from './image.js';

const DIGEST = `@sha256:${'0a'.repeat(32)}`;

describe(isImage.name, () => {
  it.each([
    'alpine',
    'alpine:3.20',
    'registry.example:5000/team/tools_2/bash:V1.0-rc',
    `ghcr.io/team/tool${DIGEST}`,
    `localhost/a__b/c--d:x${DIGEST}`,
  ])('should take %s', (image) => {
    expect(isImage(image)).toBe(true);
  });

  it.each([
    '--privileged',
    '-v',
    'Alpine',
    'a b',
    'a\n--privileged',
    'alpine:',
    'alpine:-x',
    'alpine:5000/x/',
    '/etc',
    'dir:etc',
    'docker-archive:file.tar',
    'oci:/etc',
    'docker://alpine',
    'alpine@sha256:12',
    `alpine:${'x'.repeat(129)}`,
  ])('should refuse %j', (image) => {
    expect(isImage(image)).toBe(false);
  });
});

describe('SentImage', () => {
  it('should keep an absent member absent, and take an empty one for none', () => {
    expect([undefined, null, '', ' alpine '].map((value) => SentImage.parse(value))).toEqual([
      undefined,
      null,
      null,
      'alpine',
    ]);
  });

  it('should bound the whole', () => {
    expect(SentImage.safeParse(`a/${'x'.repeat(254)}`).success).toBe(false);
  });
});
