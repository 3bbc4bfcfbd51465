import { z } from 'zod';
import { BodyId } from '../primitives/absent.js';
import { Id, Name, Ref } from '../primitives/primitives.js';

/** Body of create and update of a contact. */
export const ContactInput = z.object({
  id: BodyId,
  project_id: BodyId,
  name: Name,
  phone: z.string().max(64),
  template_id: Ref,
});
export type ContactInput = z.infer<typeof ContactInput>;

/** Whom to call when a template fails. */
export const Contact = z.object({
  id: Id,
  project_id: Id,
  name: z.string(),
  phone: z.string(),
  template_id: Id.nullable(),
});
export type Contact = z.infer<typeof Contact>;
