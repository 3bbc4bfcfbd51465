import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Colours of the palette, so the editor follows light and dark by itself. */
const highlight = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName), tags.heading], color: 'var(--sy-ansi-cyan)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--sy-ansi-green)' },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword, tags.atom], color: 'var(--sy-ansi-blue)' },
  { tag: [tags.comment, tags.meta], color: 'var(--sy-log-number)' },
]);

const frame = EditorView.theme({
  '&': { color: 'var(--sy-log-text)', background: 'var(--sy-log-bg)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-content': { padding: '10px 0', caretColor: 'var(--sy-text)' },
  '.cm-cursor': { borderLeftColor: 'var(--sy-text)' },
  '.cm-scroller': { fontFamily: 'var(--sy-mono)', lineHeight: '21px', overflow: 'auto' },
  '.cm-gutters': { color: 'var(--sy-log-number)', background: 'transparent', border: '0' },
  '.cm-activeLine, .cm-activeLineGutter': { background: 'var(--sy-log-hover)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    background: 'var(--sy-selected)',
  },
  '.cm-placeholder': { color: 'var(--sy-text3)' },
  '.cm-tooltip': { color: 'var(--sy-text)', background: 'var(--sy-raised)', borderColor: 'var(--sy-line)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--sy-tone-red-fg)',
    textUnderlineOffset: '3px',
  },
});

export const look = [syntaxHighlighting(highlight), frame];
