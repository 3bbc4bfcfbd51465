import { own } from '@switchyard/contracts';

/** Member that marks an object as a special value, and its content for a secret (`sdk/go/common/resource/sig` of Pulumi). */
const SIGNATURE = '4dabf18193072939515e22adb298388d';
const SECRET = '1b47061264138c4ac30d75fd1eb44270';
/** A value that is known only after the update (`plugin.UnknownStringValue`). */
const UNKNOWN = '04da6b54-80e4-46f7-96ec-b56ff0331ba9';

/** A value without marks, and the same structure with `true` where there was one. */
export interface MarkedValue {
  value: unknown;
  sensitive: unknown;
  unknown: unknown;
}

/** Takes the marks of Pulumi out of a value; of a secret only its ciphertext stays. */
export function markedValue(given: unknown): MarkedValue {
  if (given === UNKNOWN) {
    return { value: null, sensitive: false, unknown: true };
  }
  if (typeof given !== 'object' || given === null) {
    return { value: given, sensitive: false, unknown: false };
  }
  if (own(given as Readonly<Record<string, unknown>>, SIGNATURE) === SECRET) {
    return {
      value: own(given as Readonly<Record<string, unknown>>, 'ciphertext') ?? '',
      sensitive: true,
      unknown: false,
    };
  }
  const members = Object.entries(given).map(([name, member]) => [name, markedValue(member)] as const);
  const each = (what: keyof MarkedValue): unknown =>
    Array.isArray(given)
      ? members.map(([, member]) => member[what])
      : Object.fromEntries(members.map(([name, member]) => [name, member[what]]));
  return { value: each('value'), sensitive: each('sensitive'), unknown: each('unknown') };
}
