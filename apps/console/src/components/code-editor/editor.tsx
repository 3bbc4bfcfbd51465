import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { linter, lintGutter } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { asSentence } from '../../lib/as-sentence.js';
import { problemWords } from '../../lib/problem-words.js';
import type { CodeFieldProps, CodeLanguage } from './code-field-props.js';
import { look } from './editor-look.js';
import { diagnostics, languages } from './languages.js';

/** Milliseconds without a key press after which the text is checked. */
const CHECK_AFTER = 300;

const check = (language: CodeLanguage): Extension => [
  linter(({ state }) => diagnostics(language, state.doc, (problem) => asSentence(problemWords(problem))), {
    delay: CHECK_AFTER,
  }),
  lintGutter(),
];

/** Tab leaves the field, as it leaves every other. */
const typing: Extension = [
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  keymap.of([...defaultKeymap, ...historyKeymap]),
  EditorState.tabSize.of(2),
  EditorView.lineWrapping,
];

const lines: Extension = [lineNumbers(), highlightActiveLine(), highlightActiveLineGutter()];

/** The text of a field in colours, with line numbers and the place of its first fault. */
export function Editor(props: CodeFieldProps) {
  const { id, label, helpId = '', language, value = '', sample = '', onChange } = props;
  const { 'aria-invalid': isWrong = 'false', 'aria-describedby': described = '' } = props;
  const { t } = useTranslation();
  const deleted = t('editor.selectionDeleted');
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const change = useRef(onChange);
  const first = useRef(value);
  useEffect(() => {
    change.current = onChange;
    first.current = value;
  });

  useEffect(() => {
    const attributes = { ...(id && { id }), 'aria-label': label };
    const extensions = [
      lines,
      typing,
      look,
      languages[language].support,
      check(language),
      placeholder(sample),
      EditorState.phrases.of({ 'Selection deleted': deleted }),
      EditorView.contentAttributes.of(attributes),
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged) {
          change.current?.(state.doc.toString());
        }
      }),
    ];
    const made = new EditorView({ doc: first.current, extensions, parent: host.current ?? document.body });
    view.current = made;
    return () => made.destroy();
  }, [id, label, helpId, language, sample, deleted]);

  useEffect(() => {
    const shown = view.current?.state.doc.toString();
    if (shown !== undefined && shown !== value) {
      view.current?.dispatch({ changes: { from: 0, to: shown.length, insert: value } });
    }
  }, [value]);

  useEffect(() => {
    const field = view.current?.contentDOM;
    field?.setAttribute('aria-invalid', isWrong);
    field?.setAttribute('aria-describedby', `${described} ${helpId}`.trim());
  });

  return <div ref={host} className="sy-code" />;
}
