import { createContext, useContext } from 'react';

/** What a form refers to and can be made without leaving it. */
export type NewResourceKind = 'key' | 'repository' | 'inventory' | 'environment';

/** Opens the form of a new resource over what is on screen. @param onMade gets the id of what was made */
export type MakeResource = (kind: NewResourceKind, onMade: (id: number) => void) => void;

/** `null` outside a project, and for members who may not make resources. */
export const NewResource = createContext<MakeResource | null>(null);

export const useMakeResource = (): MakeResource | null => useContext(NewResource);
