/**
 * Characters that are drawn as something else, or not at all: C0 and C1 controls, marks and overrides of direction, line
 * and paragraph separators, what has no width, invisible operators and tags. Joiners (U+200C, U+200D) are none of them:
 * scripts and emoji need them.
 */
const CONTROLS =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;

/** Marks, embeddings, overrides and isolates of direction. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The text with each mark of direction as one character that is seen and changes nothing, so that places in it stay. */
export const withVisibleDirections = (text: string): string => text.replace(DIRECTIONS, '\u21c4');

/** True when every character of the text can be seen as what it is, and none of them changes how others are shown. */
export function hasNoControl(text: string): boolean {
  return !CONTROLS.test(text);
}

/** The text with every such character as its code point, `‹U+202E›`: for showing what was stored before they were refused. */
export function withVisibleControls(text: string): string {
  return text.replace(new RegExp(CONTROLS.source, 'gu'), (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›`;
  });
}
