/**
 * Installs the runner that the server brings: `sh` reads the script, which checks what it downloads.
 * @param address of the server
 */
export const installCommand = (address: string): string =>
  `curl -fsSL ${address}/api/install/runner.sh | sh -s -- ${address}`;
