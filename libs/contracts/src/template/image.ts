import { z } from 'zod';
import { withProblem } from '../errors/issue.js';

/** Longest reference of an image, in characters. */
const MAX_IMAGE = 255;

/** `[host[:port]/]path[:tag][@digest]`, the names in small letters, as the OCI distribution specification has it. */
const IMAGE =
  /^[a-z0-9]+(?:[._-]+[a-z0-9]+)*(?::\d{1,5}(?=\/))?(?:\/[a-z0-9]+(?:[._-]+[a-z0-9]+)*)*(?::\w[\w.-]{0,127})?(?:@sha256:[0-9a-f]{64})?$/;
/** Podman takes these for the way to a file or store of the machine. */
const TRANSPORT = /^(?:containers-storage|dir|docker-archive|docker-daemon|oci|oci-archive|ostree|sif|tarball):/;

/** True for a reference that every engine understands as an image of a registry or of its own store. */
export const isImage = (text: string): boolean => IMAGE.test(text) && !TRANSPORT.test(text);

/** Container image of a template; `null` or empty = none, and a missing member stays absent. */
export const SentImage = z
  .string()
  .max(MAX_IMAGE, withProblem('image_reference'))
  .nullish()
  .transform((value) => (value === undefined ? undefined : value?.trim() || null))
  .refine((value) => !value || isImage(value), withProblem('image_reference'))
  .optional();
