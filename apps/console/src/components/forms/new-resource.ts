import type { WorkspaceType } from '@switchyard/contracts';

/** Kinds of objects that a form refers to and that can be made without leaving it. */
export type NewResourceKind =
  | 'key'
  | 'repository'
  | 'inventory'
  | 'environment'
  | 'view'
  | 'template'
  | 'build'
  | WorkspaceType;

/** Opens the form of a new resource over what is on screen. @param onMade gets the id of what was made */
export type MakeResource = (kind: NewResourceKind, onMade: (id: number) => void) => void;

let maker: MakeResource | null = null;

/** Registers what opens the forms of the project on screen, for members who may make resources. Returns how to remove it. */
export function provideMaker(next: MakeResource): () => void {
  maker = next;
  return () => {
    maker = null;
  };
}

/** `null` outside a project, and for members who may make none. */
export const resourceMaker = (): MakeResource | null => maker;
