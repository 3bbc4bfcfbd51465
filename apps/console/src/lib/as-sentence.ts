/** First letter in upper case: contract words follow a field name, form words stand alone under it. */
export const asSentence = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
