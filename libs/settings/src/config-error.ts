/** EX_CONFIG of sysexits.h: supervisors distinguish a wrong configuration from a crash by it. */
export const CONFIG_EXIT_CODE = 78;

/** The configuration cannot be used. The message lists every fault, one a line, and never holds a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  /** @param faults one sentence each, beginning with the key it is about */
  constructor(readonly faults: readonly string[]) {
    super(`The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${list(faults)}`);
  }
}

function list(faults: readonly string[]): string {
  return faults.map((fault) => `  - ${fault}`).join('\n');
}
