import { useEffect, useRef, useState } from 'react';

const SETTLED_MS = 300;

interface TextFilterProps {
  label: string;
  value: string;
  /** Gets the text without blanks around it, once nobody types any more. */
  onChange: (text: string) => void;
}

/** A text that the server looks for; the browser's own field, which costs the first load nothing. */
export function TextFilter({ label, value, onChange }: TextFilterProps) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const change = useRef(onChange);
  change.current = onChange;
  if (value !== seen) {
    setSeen(value);
    setText(value === text.trim() ? text : value);
  }
  const wanted = text.trim();
  useEffect(() => {
    if (wanted === seen) {
      return undefined;
    }
    const timer = setTimeout(() => change.current(wanted), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [wanted, seen]);
  return (
    <input
      className="sy-plain-field sy-filter-text"
      type="search"
      maxLength={200}
      placeholder={label}
      aria-label={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
