import {
  isWithinDepth,
  MAX_OUTPUT_DEPTH,
  MAX_OUTPUTS,
  MAX_OUTPUTS_BYTES,
  OUTPUT_NAME,
  outputBytes,
  type PublishedOutput,
} from '@switchyard/contracts';
import { holdsSecret } from '@switchyard/masking';

interface Masker {
  maskText(text: string): string;
}

interface AdmittedOutputs {
  outputs: PublishedOutput[];
  /** A sentence for each that is left out. */
  refused: string[];
}

/**
 * The outputs that may be published: of several with one name the last, within the bounds of an attempt. One whose value holds a
 * secret is secret.
 */
export function admitOutputs(given: readonly PublishedOutput[], masker: Masker): AdmittedOutputs {
  const admitted: AdmittedOutputs = { outputs: [], refused: [] };
  let room = MAX_OUTPUTS_BYTES;
  for (const output of new Map(given.map((each) => [each.name, each])).values()) {
    const fault = faultOf(output, masker) ?? (admitted.outputs.length < MAX_OUTPUTS ? null : FULL);
    const bytes = fault === null ? outputBytes(output) : 0;
    const reason = fault ?? (bytes > room ? TOO_LARGE : null);
    if (reason === null) {
      room -= bytes;
      admitted.outputs.push({ ...output, secret: output.secret || holdsSecret(masker, output.value) });
    } else {
      admitted.refused.push(`The output ${shownName(output)} is left out: ${reason}`);
    }
  }
  return admitted;
}

const FULL = `there are ${MAX_OUTPUTS} already`;
const TOO_LARGE = `all outputs together may have ${MAX_OUTPUTS_BYTES / 1024} KiB`;

function faultOf({ name, value }: PublishedOutput, masker: Masker): string | null {
  if (!OUTPUT_NAME.test(name)) {
    return 'a name has 1 to 64 letters, digits, _ and -, and begins with a letter or _';
  }
  if (holdsSecret(masker, name)) {
    return 'its name holds a secret';
  }
  return isWithinDepth(value) ? null : `its value is nested deeper than ${MAX_OUTPUT_DEPTH}`;
}

const shownName = ({ name }: PublishedOutput): string => JSON.stringify(name.slice(0, 64));
