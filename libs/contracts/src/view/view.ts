import { z } from 'zod';
import { BodyId } from '../primitives/absent.js';
import { Dictionary } from '../primitives/bounded.js';
import { Id, KeptFlag, Name } from '../primitives/primitives.js';

/** Views stand in ascending order of it; those with the same one by id. A missing one is 0. */
const Position = z
  .int32()
  .nullish()
  .transform((value) => value ?? 0);

/** Absent leaves what is stored alone. */
const ViewText = z
  .string()
  .max(64)
  .nullish()
  .transform((value) => value ?? undefined);

/** Body of create and update. */
export const ViewInput = z.object({
  id: BodyId,
  project_id: BodyId,
  title: Name,
  position: Position,
  /** It is no tab; its templates stay in it. Absent leaves it as it is, as do the next three. */
  hidden: KeptFlag,
  /** `all` = the tab of all templates, which other products store as a view. */
  type: ViewText,
  /** The column by which other products sort its templates, and whether downwards. */
  sort_column: ViewText,
  sort_reverse: KeptFlag,
});
export type ViewInput = z.infer<typeof ViewInput>;

/** A tab of the template list. */
export const View = z.object({
  id: Id,
  project_id: Id,
  title: z.string(),
  position: z.int32(),
  hidden: z.boolean(),
  type: z.string(),
  sort_column: z.string(),
  sort_reverse: z.boolean(),
});
export type View = z.infer<typeof View>;

/** New positions by the id of the view; ids that the project does not have are ignored. */
export const ViewPositions = Dictionary(z.int32(), { max: 1000, nameLength: 16 });
export type ViewPositions = z.infer<typeof ViewPositions>;
