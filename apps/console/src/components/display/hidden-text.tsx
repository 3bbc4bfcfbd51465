/** Text for assistive technology alone, for instance the heading of a column of buttons. */
export function HiddenText({ text }: { text: string }) {
  return <span className="sy-visually-hidden">{text}</span>;
}
