import { z } from 'zod';
import { SecretName } from './log-masks.js';

/** Most names of secrets in one answer; the others count as unknown there. */
export const MAX_ANSWER_SECRETS = 200;

/**
 * Where `***` stands for a secret in a run of lines, three numbers a place, ascending: the line, from 0 within the run, the first
 * star, in UTF-16 units of the line, and which of `secrets` it is, from 1. 0 = its name is not known, or not for this reader: names are
 * for those who manage the resources of the project. Stars that are not listed were written by the tool.
 */
export const MaskedPlaces = z.object({
  places: z.array(z.int()),
  secrets: z.array(SecretName),
});
export type MaskedPlaces = z.infer<typeof MaskedPlaces>;

/** The same lines for a reader who may not know what secrets are called. */
export const withoutSecretNames = <L extends { masked?: MaskedPlaces | undefined }>(lines: L): L =>
  lines.masked === undefined ? lines : { ...lines, masked: unnamed(lines.masked) };

const unnamed = ({ places }: MaskedPlaces): MaskedPlaces => ({
  places: places.map((number, i) => (i % 3 === 2 ? 0 : number)),
  secrets: [],
});
