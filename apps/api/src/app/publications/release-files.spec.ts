import { describe, expect, it } from '@jest/globals';
import { listedFiles } from './release-files.js';

const sha256 = 'a'.repeat(64);

describe(listedFiles.name, () => {
  it.each([
    ['switchyard-runner-0.1.0-linux-x64.tar.gz', 'linux', 'amd64', 'tar.gz'],
    ['switchyard-runner-0.1.0-darwin-arm64.tar.gz', 'darwin', 'arm64', 'tar.gz'],
    ['switchyard-runner-0.1.0-windows-x64.zip', 'windows', 'amd64', 'zip'],
    ['switchyard-runner_0.1.0_arm64.deb', 'linux', 'arm64', 'deb'],
    ['switchyard-runner-0.1.0-1.x86_64.rpm', 'linux', 'amd64', 'rpm'],
  ])('should read %s', (file, platform, architecture, type) => {
    expect(listedFiles(`${sha256}  ${file}\n`)).toEqual([{ file, sha256, platform, architecture, type }]);
  });

  it.each([
    `${sha256}  switchyard-runner-0.1.0.cdx.json`,
    `${sha256}  ../switchyard-runner-0.1.0-linux-x64.tar.gz`,
    `${sha256}  switchyard-runner/../../x-linux-x64.tar.gz`,
    `${sha256.slice(1)}  switchyard-runner-0.1.0-linux-x64.tar.gz`,
    `${sha256}  switchyard-runner-0.1.0-toString-x64.tar.gz`,
    '',
  ])('should leave out %j', (line) => {
    expect(listedFiles(line)).toEqual([]);
  });
});
