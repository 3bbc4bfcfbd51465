/** An address of a file of the build, as the page of the console names it. */
const OWN_FILE = /(?<=\s(?:href|src)=")\/(?!\/)/g;
/** An address of the documentation in its pages and scripts: what begins a text, perhaps one inside of a text. */
const OWN_PAGE = /(?<=["'`(=])\/docs\//g;

/** The page of the console for a server below `base`: its script reads there what addresses begin with. */
export const consolePageBelow = (page: string, base: string): string =>
  page.replace(OWN_FILE, `${base}/`).replace('<html', `<html data-base="${base}"`);

/** A page, script or style sheet of the documentation for a server below `base`. */
export const docsFileBelow = (content: string, base: string): string => content.replace(OWN_PAGE, `${base}/docs/`);
