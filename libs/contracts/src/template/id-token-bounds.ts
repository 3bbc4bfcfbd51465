/** Most ID tokens of one template. */
export const MAX_ID_TOKENS = 5;
/** Seconds that an ID token is valid. */
export const ID_TOKEN_SECONDS = 600;

/** What the name of a variable is followed by in that of the variable which holds the path of the file with the same token. */
const FILE = '_FILE';
/** Longest name of a variable that leaves room for it. */
export const idTokenNameLength = (longest: number): number => longest - FILE.length;
export const idTokenFileVariable = (variable: string): string => `${variable}${FILE}`;
