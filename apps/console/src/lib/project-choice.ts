/** Spec section 2: the project of the address, then the last one used in this browser, then the first. */
export function chooseProject(ids: readonly number[], routed: number | null, stored: number | null): number | null {
  return [routed, stored].find((id): id is number => id !== null && ids.includes(id)) ?? ids[0] ?? null;
}
