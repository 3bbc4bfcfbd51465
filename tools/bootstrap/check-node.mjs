/** Imported before everything else, so that an old Node meets this line and not something it does not know. */
const [leastMajor, leastMinor] = [20, 19];
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < leastMajor || (major === leastMajor && minor < leastMinor)) {
  console.error(
    `Switchyard needs Node ${leastMajor}.${leastMinor} or newer, this is ${process.versions.node}: see https://nodejs.org/.`,
  );
  process.exit(1);
}
