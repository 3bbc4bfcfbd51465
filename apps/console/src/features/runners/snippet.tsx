import { Fragment, type ReactNode } from 'react';

const setting = /^(\s*(?:export|-e) )([A-Z_]+=)(.*?)( \\)?$/;

/** `export NAME=value` and `-e NAME=value` in two colours; other lines as they are. */
function coloured(line: string): ReactNode {
  const [, before, name, value, after] = setting.exec(line) ?? [];
  if (before === undefined) {
    return line;
  }
  return (
    <>
      <b>{before}</b>
      {name}
      <i>{value}</i>
      {after}
    </>
  );
}

/** Commands to copy. Lines wrap on screen; the text itself holds only its own line ends. */
export function Snippet({ text, label }: { text: string; label: string }) {
  return (
    <pre className="ru-snippet" role="region" aria-label={label} tabIndex={0}>
      {text.split('\n').map((line, index) => (
        <Fragment key={index}>
          {index > 0 && '\n'}
          {coloured(line)}
        </Fragment>
      ))}
    </pre>
  );
}
