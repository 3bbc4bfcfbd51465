/** Whether an icon is letters, which stand in the place of a mark. */
export const isLetters = (icon: string): boolean => icon !== '' && [...icon].length <= 2;

/** The mark that an icon names which is no letters, as other clients store it: `mdi-ansible`. */
export const markName = (icon: string): string => icon.replace(/^mdi-/, '');
